import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toConfig } from '../../shared/base/config/config.ts';
import { readEnv } from '../../shared/base/config/read-env.ts';
import { SETTINGS } from '../../shared/base/config/settings/settings.ts';
import { readDockerfile, steps } from '../support/dockerfile.ts';
import { kubernetesTools, type Manifest, renderManifests } from '../support/kubernetes.ts';

const FOLDER = fileURLToPath(new URL('../../infra/kubernetes/', import.meta.url));
const DOCKERFILE = new URL('../../infra/docker/Dockerfile', import.meta.url);

const tools = await kubernetesTools();
if ('absent' in tools) console.warn(`Skipped: ${tools.absent}`);

describe.skipIf('absent' in tools)('the manifests for Kubernetes', () => {
  async function render(form: string): Promise<readonly Manifest[]> {
    if ('absent' in tools) throw new Error(tools.absent);
    const place = await mkdtemp(join(tmpdir(), 'manifests-'));
    onTestFinished(() => rm(place, { recursive: true }));
    return renderManifests(tools, join(FOLDER, form), place);
  }
  const find = (manifests: readonly Manifest[], kind: string): Manifest => {
    const found = manifests.find((manifest) => manifest.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    return found;
  };

  it.each(['embedded', 'opensearch'])(
    '%s: valid, without rights, with probes on addresses that there are',
    async (form) => {
      const manifests = await render(form);
      const pod = find(manifests, 'Deployment')['spec'].template.spec;
      const [container] = pod.containers;
      const [image] = readDockerfile(await readFile(DOCKERFILE, 'utf8')).slice(-1);
      expect(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`).toBe(
        image && steps(image, 'USER')[0],
      );
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      expect(container.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.livenessProbe.httpGet.path).toBe('/livez');
      expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/readyz' }, timeoutSeconds: 6 });
      expect(find(manifests, 'Service')['spec'].selector).toEqual(
        find(manifests, 'Deployment')['spec'].selector.matchLabels,
      );
      const settings = find(manifests, 'ConfigMap')['data'];
      expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([]);
      expect(() => toConfig(readEnv(settings), '1')).not.toThrow();
      expect(JSON.stringify(settings)).not.toMatch(/PASSWORD|PRIVATE/);
    },
  );

  it('have exactly one pod on one volume in the embedded form', async () => {
    const { spec } = find(await render('embedded'), 'Deployment');
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(spec.template.spec.containers[0].volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
    expect(spec.template.spec.securityContext.fsGroupChangePolicy).toBe('OnRootMismatch');
  });

  it('have several pods without volumes or keys on OpenSearch, at most one of which may be unavailable', async () => {
    const manifests = await render('opensearch');
    const { spec } = find(manifests, 'Deployment');
    expect(spec.replicas).toBeGreaterThan(1);
    expect(spec.template.spec.volumes).toBeUndefined();
    expect(find(manifests, 'PodDisruptionBudget')['spec']).toMatchObject({
      maxUnavailable: 1,
      selector: { matchLabels: spec.selector.matchLabels },
    });
    expect(toConfig(readEnv(find(manifests, 'ConfigMap')['data']), '1').secrets).toEqual({ kind: 'environment' });
    const secrets = spec.template.spec.containers[0].envFrom.map((from: Manifest) => from['secretRef']);
    expect(secrets).toContainEqual({ name: 'competency-service-keys' });
  });
});
