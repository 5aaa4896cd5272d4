import { boolean, integer, pem, type Setting, text } from '../formats.ts';

/** Settings of learner profiles. Part of `SETTINGS`. */
export const PROFILE_SETTINGS = {
  PROFILE_TTL: {
    parse: integer(0, 3_153_600_000_000),
    default: 2_592_000_000,
    effect:
      'Milliseconds for which a calculated profile is cached, at most, if its source objects do not change; 0 caches none.',
  },
  PROFILE_PPK: {
    parse: pem,
    default: null,
    effect:
      "Private RSA key (PEM) that decrypts parts of assertions, in addition to the service's own. Callers see only evidence from assertions that they may read (docs/use/profile.md), unless PROFILE_OPEN_EVIDENCE is set.",
    secret: true,
  },
  PROFILE_OPEN_EVIDENCE: {
    parse: boolean,
    default: false,
    effect:
      'Insecure. `true` calculates profiles from all assertions that the service or PROFILE_PPK can decrypt, for any caller, as the existing server does. Otherwise only from those that the caller may read.',
  },
  AUTO_CALCULATE_PROFILES: {
    parse: boolean,
    default: false,
    effect:
      'Calculate the profiles of active persons in all frameworks ahead, every minute, so that requests find them cached. Needs a PROFILE_TTL above 0.',
  },
  PROFILE_AVOID_OUTSIDE_FRAMEWORKS: {
    parse: boolean,
    default: false,
    effect: 'Calculate profiles from the requested framework only, without those that its relations lead to.',
  },
  PROFILE_STAGES_DIRECTORY: {
    parse: text,
    default: null,
    defaultText: 'unset: none',
    effect:
      'Directory with stages of your own for the calculation of profiles: each file `*.js`, `*.mjs` or `*.ts` in it exports one. They are code that runs with the rights of the service.',
  },
} as const satisfies Record<string, Setting>;
