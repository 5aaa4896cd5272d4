import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The validator, with the schemas of Kubernetes in it, and the version of Kubernetes that is asked for. */
const VALIDATOR = 'kubernetes-validate==1.37.0';
const KUBERNETES = '1.34';

/** What turns the output of kustomize into checked objects. */
export type KubernetesTools = { readonly python: string };

/**
 * Finds `kubectl`, and the validator, which it installs at first use in a virtual environment below the user's cache directory.
 *
 * @returns in a sentence why there is none
 */
export async function kubernetesTools(): Promise<KubernetesTools | { readonly absent: string }> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const environment = join(cache, 'competency-service', VALIDATOR.replace('==', '-'));
  const python = join(environment, 'bin', 'python');
  try {
    await run('kubectl', ['version', '--client']);
    const there = await access(join(environment, 'bin', 'kubernetes-validate')).then(
      () => true,
      () => false,
    );
    if (!there) {
      await mkdir(environment, { recursive: true });
      await run('python3', ['-m', 'venv', environment]);
      await run(python, ['-m', 'pip', 'install', '--quiet', VALIDATOR]);
    }
    return { python };
  } catch (error) {
    const [reason = ''] = String(error).trim().split('\n').slice(-1);
    return { absent: `kubectl, or ${VALIDATOR} from pip, is not here: ${reason}` };
  }
}

/** Reads YAML from the file, checks each document against the schemas, unknown members refused, and prints all as JSON. */
const CHECK = `
import json, sys, yaml, kubernetes_validate
documents = list(yaml.safe_load_all(open(sys.argv[1])))
for document in documents:
    kubernetes_validate.validate(document, '${KUBERNETES}', strict=True)
print(json.dumps(documents))
`;

/** An object of a manifest, as far as its kind tells. */
// biome-ignore lint/suspicious/noExplicitAny: manifests are looked into member by member
export type Manifest = { readonly kind: string; readonly [member: string]: any };

/** What `kubectl apply --kustomize` would send. @throws Error when something is no valid object of Kubernetes */
export async function renderManifests({ python }: KubernetesTools, folder: string, place: string): Promise<Manifest[]> {
  const { stdout: rendered } = await run('kubectl', ['kustomize', folder]);
  const file = join(place, 'rendered.yaml');
  await writeFile(file, rendered);
  const { stdout } = await run(python, ['-c', CHECK, file]);
  return JSON.parse(stdout);
}
