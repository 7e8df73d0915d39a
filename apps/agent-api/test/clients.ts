import { setTimeout as pause } from "node:timers/promises";
import type { SignedIn } from "@webhand/testing/tokens";
import { newKey, shop } from "./agent.ts";
import type { Acknowledged } from "./invariants.ts";

/** Clients that carry tasks through their steps while servers fail. `servers` is read before each call. */
export type Clients = {
	readonly servers: () => readonly { readonly url: string }[];
	readonly user: SignedIn;
	readonly tasks: number;
	readonly steps: number;
	/** Called with the status of each answer. */
	readonly onReply?: (status: number) => void;
	/** With it, one task follows another until it is aborted; without it, each client takes one task through its steps. */
	readonly signal?: AbortSignal;
};

/** The answer of a server; `retryAfter` in seconds, 0 for none. */
export type ClientReply = { readonly status: number; readonly bytes: string; readonly retryAfter: number };

const patienceMs = 8_000;
const pauseMs = 100;

/**
 * Plays all tasks at once, each step asked for with one key until it is answered, from a server chosen by chance.
 *
 * @returns the steps that the clients received
 * @throws Error for an answer that no client could live with: anything but 200, a retryable refusal or a lost connection, or a step out of order
 */
export async function playTasks(clients: Clients): Promise<readonly Acknowledged[]> {
	const played = await Promise.all(Array.from({ length: clients.tasks }, (_, client) => playOn(clients, client)));
	return played.flat();
}

async function playOn(clients: Clients, client: number): Promise<readonly Acknowledged[]> {
	const done: Acknowledged[] = [];
	do {
		done.push(...(await playTask(clients, client)));
	} while (clients.signal?.aborted === false);
	return done;
}

async function playTask(clients: Clients, task: number): Promise<readonly Acknowledged[]> {
	const done: Acknowledged[] = [];
	for (let step = 0; step < clients.steps && clients.signal?.aborted !== true; step += 1) {
		const first = done[0];
		const more = Array.from(
			{ length: step },
			(_, index) => `<button ${20 + index}>Found ${"abcdefghijklmnopqrstuvwxyz".at(index % 26)} ${index}`,
		);
		const body = {
			url: shop.url,
			query: `Show more, task ${task}`,
			dom: [shop.dom, ...more].join("\n"),
			...(first === undefined ? {} : { taskId: first.taskId, lastStepIndex: step - 1 }),
		};
		const bytes = await answerTo(clients, body);
		const { taskId, stepIndex } = JSON.parse(bytes).data;
		if (stepIndex !== step || (first !== undefined && taskId !== first.taskId)) throw new Error(`step ${step} was answered by ${bytes}`);
		done.push({ taskId, stepIndex, bytes });
	}
	return done;
}

/** Asks with one key until there is an answer. */
async function answerTo({ servers, user, onReply }: Clients, body: object): Promise<string> {
	const key = newKey();
	for (;;) {
		const all = servers();
		const server = all[Math.floor(Math.random() * all.length)];
		const reply = server === undefined ? null : await post(server.url, { user, key, body });
		if (reply !== null) onReply?.(reply.status);
		if (reply?.status === 200) return reply.bytes;
		if (reply !== null && !isRetryable(reply)) throw new Error(`${reply.status} ${reply.bytes}`);
		await pause(pauseMs * (0.5 + Math.random()));
	}
}

async function post(
	url: string,
	{ user, key, body }: { readonly user: SignedIn; readonly key: string; readonly body: object },
): Promise<ClientReply | null> {
	try {
		const response = await fetch(`${url}/api/agent/interact`, {
			method: "POST",
			headers: { ...user.headers, "content-type": "application/json", "idempotency-key": key },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(patienceMs),
		});
		return { status: response.status, bytes: await response.text(), retryAfter: Number(response.headers.get("retry-after")) };
	} catch {
		return null;
	}
}

/** True for a refusal that clients retry with the same key. */
export function isRetryable({ status, bytes, retryAfter }: ClientReply): boolean {
	if (status === 503 || status === 429) return retryAfter > 0;
	const { error } = JSON.parse(bytes);
	return (status === 409 && error.code === "TASK_BUSY") || (status === 500 && error.details?.retryable === true);
}
