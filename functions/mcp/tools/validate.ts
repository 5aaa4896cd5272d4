import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import { asSchema } from './schema.ts';
import type { Tool } from './tool.ts';

/** Returns the error in the arguments of a call; null when they are valid. */
export type Validate = (tool: Tool, input: unknown) => string | null;

/** Validates arguments by the input schemas of tools, each of which is prepared with its first use. */
export function createValidate(): Validate {
  const validators = new CfWorkerJsonSchemaValidator();
  const prepared = new Map<Tool, ReturnType<typeof validators.getValidator>>();
  return (tool, input) => {
    const validate = prepared.get(tool) ?? validators.getValidator(asSchema(tool.listed().inputSchema));
    prepared.set(tool, validate);
    const result = validate(input);
    return result.valid ? null : innermost(result.errorMessage);
  };
}

/** The innermost error, of those that the validator lists from the outside in. */
function innermost(errors: string): string {
  const [, where = '', what = errors] = /^(?:.*; )?#(\S*): (.*)$/s.exec(errors) ?? [];
  return `${where === '' ? '' : `${where}: `}${what === 'False boolean schema.' ? 'It is not an argument of this tool.' : what}`;
}
