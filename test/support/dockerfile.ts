/** One step of a Dockerfile: its keyword in capitals, its flags, and the rest of its line. */
export type Instruction = {
  readonly word: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
};

/** One stage, which starts with a FROM. */
export type Stage = { readonly name: string; readonly image: string; readonly steps: readonly Instruction[] };

/** Reads a Dockerfile (docs.docker.com/reference/dockerfile): comments, continued lines, flags, arguments of the build. */
export function readDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const defaults: Record<string, string> = {};
  const stages: { name: string; image: string; steps: Instruction[] }[] = [];
  for (const line of lines) {
    const instruction = readInstruction(line);
    const { word, rest } = instruction;
    if (word === 'ARG' && stages.length === 0) {
      const [name = '', value = ''] = rest.split('=');
      defaults[name] = value;
    } else if (word === 'FROM') {
      const [image = '', , name = String(stages.length)] = rest.split(/\s+/);
      stages.push({ name, image: image.replace(/\$\{(\w+)\}/g, (_, name: string) => defaults[name] ?? ''), steps: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`${word} stands before the first FROM.`);
      stage.steps.push(instruction);
    }
  }
  return stages;
}

function readInstruction(line: string): Instruction {
  const [, word = '', after = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
  const flags: Record<string, string> = {};
  let rest = after.trim();
  for (let flag = next(rest); flag !== null; flag = next(rest)) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    rest = rest.slice(flag[0].length).trim();
  }
  return { word: word.toUpperCase(), flags, rest };
}

function next(rest: string): RegExpExecArray | null {
  return /^--([\w-]+)=(\S+)/.exec(rest);
}

/** The arguments of all steps with an instruction, in order. */
export function steps({ steps: all }: Stage, word: string): readonly string[] {
  return all.filter((step) => step.word === word).map(({ rest }) => rest);
}

/** Whether a path of the context reaches the build (docs.docker.com/build/concepts/context: .dockerignore): the last rule decides. */
export function createIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const keeps = line.startsWith('!');
      const pattern = (keeps ? line.slice(1) : line)
        .replace(/[.+^$()[\]{}|\\]/g, '\\$&')
        .replace(/\*\*\//g, '\0')
        .replace(/\*/g, '[^/]*')
        .replaceAll('\0', '(?:.*/)?');
      return { keeps, matches: new RegExp(`^${pattern}(?:/.*)?$`) };
    });
  return (path) => rules.findLast(({ matches }) => matches.test(path))?.keeps === false;
}
