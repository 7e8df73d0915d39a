import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { InjectOptions } from "fastify";
import { OwnError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import type { Startable } from "../run.ts";
import type { LargeAnswer, LargeRequest } from "./hand-over.ts";
import type { FromThread, ToThread } from "./messages.ts";
import { heartbeatMs } from "./messages.ts";

/** A replica of a service that listens to no port. `metrics` are its own. */
type Replica = Pick<Startable, "app" | "close"> & { readonly metrics: Pick<Metrics, "counts"> };

/**
 * The body of a service's `thread.ts`: answers what the service hands over until it is told to close.
 *
 * @param start its signal is aborted when the thread is to end
 */
export async function runThread(start: (stopping: AbortSignal) => Promise<Replica>): Promise<void> {
	const port = parentPort;
	if (port === null) throw new OwnError("this module is the body of a thread");
	const send = (message: FromThread) => port.postMessage(message);
	// On Linux this holds for the calling thread: where cores are few, small requests go first.
	if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
	const stopping = new AbortController();
	const { app, metrics, close } = await start(stopping.signal);
	await app.ready();
	const running = new Map<number, AbortController>();
	const heartbeat = setInterval(() => send({ kind: "heartbeat" }), heartbeatMs);
	const answer = async (id: number, request: LargeRequest) => {
		const cancelling = new AbortController();
		running.set(id, cancelling);
		try {
			send({ kind: "answer", id, answer: await answerOf(app, request, cancelling.signal) });
		} catch (cause) {
			// A client that has left needs no answer.
			if (!cancelling.signal.aborted) throw cause;
		} finally {
			running.delete(id);
		}
	};
	const end = async () => {
		stopping.abort();
		await app.close();
		await close();
		clearInterval(heartbeat);
		port.close();
	};
	port.on("message", (message: ToThread) => {
		if (message.kind === "cancel") running.get(message.id)?.abort();
		else if (message.kind === "close") void end();
		else if (message.kind === "counts") void metrics.counts().then((counts) => send({ kind: "counts", id: message.id, counts }));
		else void answer(message.id, message.request);
	});
}

async function answerOf(app: Replica["app"], request: LargeRequest, signal: AbortSignal): Promise<LargeAnswer> {
	const { method, url, headers, ip: remoteAddress, body } = request;
	const given = { method, url, headers, remoteAddress, payload: Buffer.from(body), signal } as InjectOptions;
	const { statusCode: status, headers: replied, rawPayload } = await app.inject(given);
	const texts = Object.entries(replied).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, typeof value === "number" ? String(value) : value] as const],
	);
	return { status, headers: Object.fromEntries(texts), body: rawPayload };
}
