import { setTimeout as pause } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/client";
import { OwnError } from "@webhand/service-kit/errors";
import type { Sandboxed } from "../../sandbox/spawn.ts";

/** What ends a connection, in bytes and milliseconds; `backlogBytes` is what a program has not read yet of what it was sent. */
const limits = { messageBytes: 10_485_760, backlogBytes: 4_194_304, graceMs: 2_000, spokenCharacters: 4_000 } as const;

/** A program does not read what it is sent, so nothing more is sent to it. */
export class Backlog extends OwnError {
	override readonly name = "Backlog";
}

/** Called for each line of a server's output that is no message, and for what it writes to its error output. */
export type StdioNotes = { readonly onSkipped: (problem: Error) => void; readonly onSpoken: (text: string) => void };

/** Keeps the last words of a program, at most 4,000 characters. */
export function lastWords(): { readonly add: (text: string) => void; readonly text: () => string } {
	let kept = "";
	return {
		add: (text) => {
			kept = (kept + text).slice(-limits.spokenCharacters);
		},
		text: () => kept.trim(),
	};
}

/**
 * Messages over the pipes of a program in the sandbox, one a line. The SDK's own transport starts programs by itself, outside of it.
 *
 * @param start starts the program with a pipe for its input
 */
export function createStdioTransport(start: () => Promise<Sandboxed>, { onSkipped, onSpoken }: StdioNotes): Transport {
	const buffer = new ReadBuffer({ maxBufferSize: limits.messageBytes });
	let program: Sandboxed | undefined;
	let isClosed = false;
	const ended = () => {
		if (isClosed) return;
		isClosed = true;
		transport.onclose?.();
	};
	const fail = (cause: unknown) => transport.onerror?.(cause instanceof Error ? cause : new OwnError("The connection failed", { cause }));
	/** The next message; a line that is none is skipped. */
	const next = (): JSONRPCMessage | null => {
		for (;;) {
			try {
				return buffer.readMessage();
			} catch (cause) {
				onSkipped(cause instanceof Error ? cause : new OwnError("A line is no message", { cause }));
			}
		}
	};
	const read = (chunk: Buffer) => {
		if (isClosed) return;
		try {
			buffer.append(chunk);
		} catch (cause) {
			fail(new OwnError("A message of more than 10 MiB", { cause }));
			program?.stop("output_limit", 0);
			return ended();
		}
		for (let message = next(); message !== null; message = next()) transport.onmessage?.(message);
	};
	const transport: Transport & { readonly stderr: null; readonly pid: null } = {
		// By these two the SDK knows a pipe, where silence means a server of the older protocol.
		stderr: null,
		pid: null,
		start: async () => {
			program = await start();
			program.stdout.on("error", fail).on("data", read);
			program.stderr
				.setEncoding("utf8")
				.on("error", () => undefined)
				.on("data", onSpoken);
			program.stdin?.on("error", fail);
			void program.ended.then(ended);
		},
		send: async (message) => {
			const stdin = program?.stdin;
			if (isClosed || stdin == null || !stdin.writable) throw new OwnError("The program of this server has ended");
			// A server that asks much and reads nothing would fill our memory with answers.
			if (stdin.writableLength > limits.backlogBytes) throw new Backlog("The program of this server does not read its input");
			await new Promise<void>((resolve, reject) => {
				stdin.write(serializeMessage(message), (error) => (error == null ? resolve() : reject(error)));
			});
		},
		close: async () => {
			const running = program;
			if (running !== undefined) {
				running.stdin?.end();
				const isGone = await Promise.race([running.ended.then(() => true), pause(limits.graceMs, false, { ref: false })]);
				if (!isGone) running.stop("cancelled", limits.graceMs);
				await running.ended;
			}
			ended();
		},
	};
	return transport;
}
