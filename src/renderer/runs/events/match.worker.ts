import { serveJobs } from '../../ui/job-messages.ts';
import { matchExpression } from './text-matcher.ts';

serveJobs(matchExpression);
