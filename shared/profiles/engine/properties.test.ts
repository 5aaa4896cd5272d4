import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateProfile } from './calculate.ts';
import type { ProfileOptions } from './model.ts';
import type { Profile } from './result.ts';
import { type ProfileInput, profileInput, shuffled } from './testing/arbitrary.ts';
import { NOW } from './testing/notation.ts';
import { everyPlace, nodesOf } from './testing/profile.ts';
import { referenceProfile } from './testing/reference.ts';

/** Share of the usual number of random inputs; all with CHECKS=full. */
const SHARE = process.env['CHECKS'] === 'full' ? 1 : 0.4;

function calculate({ graph, assertions, person }: ProfileInput, options: Partial<ProfileOptions> = {}): Profile {
  return calculateProfile(graph, assertions, person, { now: NOW, ...options });
}

test('the engine returns the same result as following the rules step by step', () => {
  fc.assert(
    fc.property(profileInput, (input) => {
      const profile = calculate(input);
      const cut = new Set((profile.cycles ?? []).map(({ relation }) => relation));
      // Of relations with the same ends only one counts; the reference leaves out all of them.
      for (const { relation } of profile.cycles ?? []) {
        const one = input.graph.relations.find(({ id }) => id === relation);
        for (const other of input.graph.relations) {
          if (other.source === one?.source && other.target === one.target && other.type === one.type) cut.add(other.id);
        }
      }
      const reference = referenceProfile(input.graph, input.assertions, input.person, NOW, cut);
      const nodes = nodesOf(profile);
      expect([...nodes.keys()].sort()).toEqual([...reference.keys()].sort());
      for (const [id, expected] of reference) {
        const node = nodes.get(id);
        expect({ id, ...node?.state }).toEqual({ id, ...expected.state });
        expect((node?.assertions ?? []).map((entry) => entry.id)).toEqual(expected.assertions);
        expect(new Set(node?.children.map((child) => child.id))).toEqual(expected.children);
      }
    }),
    { numRuns: 400 * SHARE },
  );
});

test('the order of the input never changes the answer', () => {
  const pair = profileInput.chain((input) => shuffled(input).map((other) => [input, other] as const));
  fc.assert(
    fc.property(pair, ([input, other]) => {
      const options = { explain: true };
      expect(JSON.stringify(calculate(other, options))).toBe(JSON.stringify(calculate(input, options)));
    }),
    { numRuns: 200 * SHARE },
  );
});

test('each competency of the framework is in full exactly once, before any mention of it', () => {
  fc.assert(
    fc.property(profileInput, (input) => {
      const full: string[] = [];
      for (const place of everyPlace(calculate(input))) {
        if ('seeAlso' in place) expect(full).toContain(place.id);
        else full.push(place.id);
      }
      expect(full.sort()).toEqual([...input.graph.framework.competencies].sort());
    }),
    { numRuns: 200 * SHARE },
  );
});

test('the expanded answer differs only in the mentions', () => {
  fc.assert(
    fc.property(profileInput, (input) => {
      const full = nodesOf(calculate(input));
      const expanded = calculate(input, { expand: true });
      for (const place of everyPlace(expanded)) {
        expect(place).not.toHaveProperty('seeAlso');
        const node = full.get(place.id);
        expect(place.state).toEqual(node?.state);
        expect('children' in place && place.children.map(({ id }) => id)).toEqual(node?.children.map(({ id }) => id));
      }
    }),
    { numRuns: 100 * SHARE },
  );
});

test('one more positive assertion never lowers percentHasPositiveEvidence, nor takes away positive evidence', () => {
  const more = fc.record({ competency: fc.constantFrom('A', 'B', 'C'), date: fc.constantFrom(null, 500, 5000) });
  fc.assert(
    fc.property(profileInput, more, (input, { competency, date }) => {
      const added = {
        id: 'new',
        competency,
        negative: false,
        agent: { key: 'k9' },
        assertionDate: date,
        expirationDate: null,
      };
      const before = nodesOf(calculate(input));
      for (const [id, { state }] of nodesOf(calculate({ ...input, assertions: [...input.assertions, added] }))) {
        const old = before.get(id)?.state;
        expect(state.percentHasPositiveEvidence).toBeGreaterThanOrEqual(old?.percentHasPositiveEvidence ?? 0);
        expect(state.percentAllEvidenceIsPositive).toBeGreaterThanOrEqual(old?.percentAllEvidenceIsPositive ?? 0);
        expect(state.percentLastEvidenceIsPositive).toBeGreaterThanOrEqual(old?.percentLastEvidenceIsPositive ?? 0);
        expect(state.distinctPositiveSignatures).toBeGreaterThanOrEqual(old?.distinctPositiveSignatures ?? 0);
        expect(state.hasPositiveEvidence || old?.hasPositiveEvidence !== true).toBe(true);
      }
    }),
    { numRuns: 200 * SHARE },
  );
});

test('without the relations that are cut there is no cycle, and each of them closes one', () => {
  fc.assert(
    fc.property(profileInput, (input) => {
      const cut = calculate(input).cycles ?? [];
      const ids = new Set(input.graph.competencies.map(({ id }) => id));
      const narrows = input.graph.relations.filter(
        ({ type, source, target }) => type === 'narrows' && ids.has(source) && ids.has(target),
      );
      const isCut = (source: string, target: string) =>
        cut.some((one) => one.source === source && one.target === target);
      const left = narrows.filter(({ source, target }) => !isCut(source, target));
      const above = (start: string): Set<string> => {
        const all = new Set<string>();
        const waiting = [start];
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          for (const { source, target } of left) {
            if (source !== id || all.has(target)) continue;
            all.add(target);
            waiting.push(target);
          }
        }
        return all;
      };
      for (const { id } of input.graph.competencies) expect(above(id).has(id)).toBe(false);
      for (const { source, target } of cut) expect(source === target || above(target).has(source)).toBe(true);
    }),
    { numRuns: 200 * SHARE },
  );
});
