// The entry point `remote-graph-client/server-check`.
export { checkServer } from './check-server.ts';
export type { EndedCase, ServerCheckOptions, ServerCheckReport } from './check-server.ts';
export type { CheckCase } from './case.ts';
export { checkCases } from './cases/check-cases.ts';
export { outcomes, type Outcome } from './outcome.ts';
export { featureIds, features, type Feature, type FeatureId } from './features.ts';
export { featureSupport, type FeatureSupport } from './feature-support.ts';
export { ServerCheckError } from './findings.ts';
export {
  formatProfile,
  parseProfile,
  profileFormat,
  type CaseResult,
  type ServerProfile,
} from './profile.ts';
export { compareProfiles, type ProfileChange } from './compare-profiles.ts';
export { isRoleName, roleNames, roles, type Role, type RoleChoices, type RoleName } from './roles.ts';
export type { Delivery, WebhookReceiver } from './webhook-receiver.ts';
export { humanReport, summary, type Paint } from './human-report.ts';
export { junitReport } from './junit-report.ts';
export { markdownReport } from './markdown-report.ts';
