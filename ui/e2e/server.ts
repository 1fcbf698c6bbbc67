import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, expect, vi } from 'vitest';
import { patience } from './patience.ts';
import { freePort } from './port.ts';

const program = resolve(
  process.env.PARAGRAF_BIN ?? join(import.meta.dirname, '../../target/debug/paragraf'),
);

/** The address of this file's server. */
export let base = '';

let folder = '';

/**
 * Starts the program with the demo articles for the journeys of one file, and stops it after them.
 * Await it at the top of the file.
 */
export async function useServer(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'paragraf-'));
  const listen = `127.0.0.1:${await freePort()}`;
  const server = spawn(program, ['serve', '--demo', '--listen', listen, '--data', folder], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PARAGRAF__LOG__FORMAT: 'json',
      PARAGRAF__LIMITS__MARKS_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    expect(server.exitCode).toBe(0);
    await rm(folder, { recursive: true });
  });
  base = `http://${await addressOf(server)}`;
}

/** Waits until every article can be searched. */
export async function searchReady(): Promise<void> {
  const missing = async () => {
    const answer = await fetch(`${base}/search?q=lege&limit=1`);
    if (!answer.ok) return answer.status;
    const { index } = (await answer.json()) as { index: { indexed: number; articles: number } };
    return index.articles - index.indexed;
  };
  // `expect.poll` works in tests only.
  const ready = async () => expect(await missing()).toBe(0);
  await vi.waitFor(ready, { interval: 500, timeout: patience });
}

/** Reads the server's log until it names the address, and goes on reading: a full pipe stops it. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    const log: string[] = [];
    server.on('error', failed);
    server.on('exit', () => failed(new Error(`the server did not come up:\n${log.join('\n')}`)));
    if (!server.stderr) return;
    createInterface(server.stderr).on('line', (line) => {
      log.push(line);
      const address = /"server\.address":"([^"]+)"/.exec(line)?.[1];
      if (address) found(address);
    });
  });
}

/** Runs a command of the program on this file's server and returns what it printed. */
export async function paragraf(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--data', folder, ...args]);
  return stdout;
}
