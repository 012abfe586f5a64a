import { inject } from 'vitest';
import type { SharedServices } from './global-setup.ts';

/** The address of a service that all test files of a run share, started at the first request. */
export async function shared<Name extends keyof SharedServices>(name: Name): Promise<SharedServices[Name]> {
  const answer = await fetch(`${inject('sharedServices')}/${name}`);
  if (!answer.ok) throw new Error(`The shared ${name} did not start: ${await answer.text()}`);
  return (await answer.json()) as SharedServices[Name];
}
