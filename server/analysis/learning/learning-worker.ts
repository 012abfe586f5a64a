import { channel } from '../workers/channel.ts';
import type { LabeledPhoto } from './examples.ts';
import { createLearning, type StartingPoint, type Learned, type Progress } from './learn.ts';

export type LearningTask = { kind: 'read'; photo: LabeledPhoto } | { kind: 'finish' };
export type LearningReply =
  | { kind: 'done'; learned: Learned | null }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'failed'; message: string };

const reply = (message: LearningReply): void => channel.send(message);
const learning = channel.data.then((startingPoint) => createLearning(startingPoint as StartingPoint));

async function perform(task: LearningTask): Promise<Learned | null> {
  const { finish, read } = await learning;
  if (task.kind === 'finish') return finish((progress) => reply({ kind: 'progress', progress }));
  await read(task.photo);
  return null;
}

channel.onMessage((task: LearningTask) => {
  perform(task).then(
    (learned) => reply({ kind: 'done', learned }),
    (error: unknown) => reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
