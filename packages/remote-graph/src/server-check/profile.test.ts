import { describe, expect, it } from 'vitest';
import { checkCases } from './cases/check-cases.ts';
import { compareProfiles } from './compare-profiles.ts';
import { featureSupport } from './feature-support.ts';
import { featureIds } from './features.ts';
import type { Outcome } from './outcome.ts';
import { formatProfile, parseProfile, type ServerProfile } from './profile.ts';

function profileWith(cases: Readonly<Record<string, Outcome>>): ServerProfile {
  return {
    format: 1,
    server: { name: 'a server', version: '1', versions: {} },
    cases: Object.fromEntries(Object.entries(cases).map(([id, outcome]) => [id, { outcome }])),
  };
}

describe('the cases', () => {
  it('have ids of their own, a title that is a sentence, a route and a reference', () => {
    const ids = checkCases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(150);
    const incomplete = checkCases.filter(
      ({ id, title, route, reference }) =>
        !/^[a-z-]+(\.[a-z-]+)+$/.test(id) ||
        !/^[A-Z].*\.$/.test(title) ||
        !/^(GET|POST|PUT|PATCH|DELETE|OPTIONS) \//.test(route) ||
        reference.length < 3,
    );
    expect(incomplete.map(({ id }) => id)).toEqual([]);
  });

  it('make up all features', () => {
    const used = new Set(checkCases.map(({ feature }) => feature));
    expect(featureIds.filter((id) => !used.has(id))).toEqual([]);
  });
});

describe('a profile', () => {
  it('is the same text in whatever order its cases ended', () => {
    const one = profileWith({ 'b.one': 'yes', 'a.two': 'missing' });
    const other = profileWith({ 'a.two': 'missing', 'b.one': 'yes' });
    expect(formatProfile(one)).toBe(formatProfile(other));
    expect(parseProfile(formatProfile(one))).toEqual(one);
  });

  it('keeps details with quotes, colons and lines as they are', () => {
    const detail = 'came {"a":"b","c": 1}\n"x","y"';
    const profile = { ...profileWith({}), cases: { 'a.one': { outcome: 'different' as const, detail } } };
    expect(parseProfile(formatProfile(profile))).toEqual(profile);
  });

  it.each([
    ['nothing', '', 'This is no profile'],
    ['a list', '[]', 'needs the members "server" and "cases"'],
    ['another format', '{"format":2,"server":{},"cases":{}}', 'has the format 2'],
    [
      'an unknown outcome',
      '{"format":1,"server":{},"cases":{"a.b":{"outcome":"fine"}}}',
      'The case "a.b"'.toLowerCase(),
    ],
  ])('is refused when it is %s', (_title, text, message) => {
    expect(() => parseProfile(text)).toThrow(
      new RegExp(message.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'),
    );
  });
});

describe('the comparison of two profiles', () => {
  it.each([
    ['yes', 'less', 'worse'],
    ['less', 'different', 'worse'],
    ['missing', 'broken', 'worse'],
    ['yes', 'untested', 'worse'],
    ['missing', 'yes', 'better'],
    ['untested', 'yes', 'changed'],
    ['untested', 'broken', 'changed'],
  ] as const)('calls %s to %s %s', (before, after, kind) => {
    const changes = compareProfiles(profileWith({ 'a.one': before }), profileWith({ 'a.one': after }));
    expect(changes.map((change) => change.kind)).toEqual([kind]);
  });

  it('reports cases that are new or gone, and not of those that are the same', () => {
    const changes = compareProfiles(
      profileWith({ 'a.same': 'yes', 'a.gone': 'yes' }),
      profileWith({ 'a.same': 'yes', 'a.new': 'broken' }),
    );
    expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
      ['a.gone', 'removed'],
      ['a.new', 'added'],
    ]);
  });
});

it('says of a feature yes, less with what differs, no or untested', () => {
  const feature = (count: Outcome, status: Outcome) =>
    featureSupport(profileWith({ 'threads.count': count, 'threads.count.status': status }), 'threads.count');
  expect(feature('yes', 'yes')).toMatchObject({ support: 'yes', lacks: [], untested: [] });
  expect(feature('yes', 'missing')).toMatchObject({ support: 'less' });
  expect(feature('yes', 'missing').lacks.map((lack) => lack.case.id)).toEqual(['threads.count.status']);
  expect(feature('missing', 'missing')).toMatchObject({ support: 'no' });
  expect(feature('missing', 'untested')).toMatchObject({ support: 'no' });
  expect(feature('yes', 'untested')).toMatchObject({ support: 'yes' });
  expect(feature('untested', 'untested')).toMatchObject({ support: 'untested' });
});
