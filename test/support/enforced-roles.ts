import { vi } from 'vitest';
import type { Deployment, Handler } from './deployment.ts';
import { type Role, roleOfFunction } from './role.ts';
import { type RoleGate, type Services, startRoleGate } from './role-gate.ts';

/** A deployment whose functions can do what their roles allow, and nothing else. */
export type EnforcedDeployment = Deployment & {
  /** The actions that roles refused, as `function: action resource`. */
  readonly refused: readonly string[];
  /** Permissions for all services that a function has not used yet, by the function's name, as `action resource`. */
  readonly unused: () => Readonly<Record<string, readonly string[]>>;
  readonly stop: () => Promise<void>;
};

/** The functions of a deployment, each behind its own gate that replaces all AWS services. */
export function enforceRoles(deployment: Deployment, services: Services): EnforcedDeployment {
  const roles = new Map<string, Role>();
  const gates = new Map<string, Promise<RoleGate>>();
  const refused: string[] = [];

  function roleOf(name: string): Role {
    const role = roles.get(name) ?? roleOfFunction(deployment, name);
    roles.set(name, role);
    return role;
  }

  function gateOf(name: string): Promise<RoleGate> {
    const gate =
      gates.get(name) ??
      startRoleGate(services, (iamRequest) => {
        const isAllowed = roleOf(name).allows(iamRequest);
        if (!isAllowed) refused.push(`${name}: ${iamRequest.action} ${iamRequest.resource}`);
        return isAllowed;
      });
    gates.set(name, gate);
    return gate;
  }

  return {
    ...deployment,
    refused,
    unused: () => Object.fromEntries(deployment.functions.map((name) => [name, roleOf(name).unused()])),
    async load(name, instance): Promise<Handler> {
      const [{ settings }, handler] = await Promise.all([gateOf(name), deployment.load(name, instance)]);
      return (event, invocation) => {
        // A function reads its environment before its first await.
        for (const [setting, value] of Object.entries(settings)) vi.stubEnv(setting, value);
        return handler(event, invocation);
      };
    },
    async stop() {
      for (const gate of gates.values()) await (await gate).stop();
    },
  };
}
