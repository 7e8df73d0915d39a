import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { InjectOptions } from "fastify";
import { OwnError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import type { Startable } from "../run.ts";
import type { LargeAnswer, LargeRequest } from "./hand-over.ts";
import type { Ask, Said } from "./messages.ts";
import { aliveEveryMs } from "./messages.ts";

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
	const say = (said: Said) => port.postMessage(said);
	// On Linux this holds for the calling thread: where cores are few, small requests go first.
	if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
	const stopping = new AbortController();
	const { app, metrics, close } = await start(stopping.signal);
	await app.ready();
	const running = new Map<number, AbortController>();
	const alive = setInterval(() => say({ kind: "alive" }), aliveEveryMs);
	const answer = async (id: number, request: LargeRequest) => {
		const leaving = new AbortController();
		running.set(id, leaving);
		try {
			say({ kind: "answer", id, answer: await answerOf(app, request, leaving.signal) });
		} catch (cause) {
			// Only who has left gets no answer.
			if (!leaving.signal.aborted) throw cause;
		} finally {
			running.delete(id);
		}
	};
	const end = async () => {
		stopping.abort();
		await app.close();
		await close();
		clearInterval(alive);
		port.close();
	};
	port.on("message", (ask: Ask) => {
		if (ask.kind === "leave") running.get(ask.id)?.abort();
		else if (ask.kind === "close") void end();
		else if (ask.kind === "counts") void metrics.counts().then((counts) => say({ kind: "counts", id: ask.id, counts }));
		else void answer(ask.id, ask.request);
	});
}

async function answerOf(app: Replica["app"], request: LargeRequest, signal: AbortSignal): Promise<LargeAnswer> {
	const { method, url, headers, ip: remoteAddress, body } = request;
	const given = { method, url, headers, remoteAddress, payload: Buffer.from(body), signal } as InjectOptions;
	const { statusCode: status, headers: told, rawPayload } = await app.inject(given);
	const texts = Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [[name, textsOf(value)] as const]));
	return { status, headers: Object.fromEntries(texts), body: rawPayload };
}

const textsOf = (value: number | string | readonly string[]) => (typeof value === "number" ? String(value) : value);
