import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Sandboxed } from "../../sandbox/spawn.ts";
import { Backlog, createStdioTransport } from "./stdio.ts";

test("a program that does not read its input gets no more than 4 MiB of it", async () => {
	const stdin = new PassThrough({ highWaterMark: 1 });
	const program = {
		pid: 1,
		stdin,
		stdout: new PassThrough(),
		stderr: new PassThrough(),
		stop: () => undefined,
		ended: new Promise(() => undefined),
	} as unknown as Sandboxed;
	const transport = createStdioTransport(async () => program, { onSkipped: () => undefined, onSpoken: () => undefined });
	await transport.start();
	const answer = { jsonrpc: "2.0", id: 1, result: { text: "x".repeat(1_048_576) } } as const;
	const sent = Array.from({ length: 8 }, () => transport.send(answer).catch((cause: unknown) => cause));
	expect(await sent.at(-1)).toBeInstanceOf(Backlog);
	expect(stdin.writableLength).toBeLessThan(6 * 1_048_576);
});
