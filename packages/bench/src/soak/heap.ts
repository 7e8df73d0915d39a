import type { TestProcess } from "@webhand/testing/processes";
import { z } from "zod";

/** Reads the live memory of a process, in MB. `close` comes before the process is to end: Node waits for its inspector to leave. */
export type Heap = { readonly read: () => Promise<number>; readonly close: () => void };

/** What Node needs to be read so. */
export const inspected = { NODE_OPTIONS: "--inspect=127.0.0.1:0 --expose-gc" };

const Usage = z.object({ usedSize: z.number(), backingStorageSize: z.number() });
const Reply = z.object({ id: z.number(), result: z.unknown() });

/**
 * Opens the inspector of a process that was started with `inspected`. Each reading collects garbage first: what is left is what the process
 * holds, while its resident memory follows how lazily V8 collects.
 */
export async function openHeap(process: TestProcess): Promise<Heap> {
	const [, address = ""] = await process.printed(/Debugger listening on (ws:\S+)/);
	const socket = new WebSocket(address);
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve, { once: true });
		socket.addEventListener("error", () => reject(new Error(`${address} does not answer`)), { once: true });
	});
	const waiting = new Map<number, (result: unknown) => void>();
	socket.addEventListener("message", ({ data }) => {
		const reply = Reply.parse(JSON.parse(String(data)));
		waiting.get(reply.id)?.(reply.result);
		waiting.delete(reply.id);
	});
	const gone = new Promise<never>((_, reject) => socket.addEventListener("close", () => reject(new Error("the process has ended"))));
	gone.catch(() => undefined);
	let id = 0;
	const ask = async (method: string, params: object = {}) => {
		id += 1;
		const reply = new Promise<unknown>((resolve) => waiting.set(id, resolve));
		socket.send(JSON.stringify({ id, method, params }));
		return await Promise.race([reply, gone]);
	};
	const read = async () => {
		// One collection; the inspector's own command makes several, which hold up requests for a second.
		await ask("Runtime.evaluate", { expression: "gc()" });
		const { usedSize, backingStorageSize } = Usage.parse(await ask("Runtime.getHeapUsage"));
		return (usedSize + backingStorageSize) / 1e6;
	};
	return { read, close: () => socket.close() };
}
