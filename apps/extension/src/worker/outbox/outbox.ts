import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import type { TaskId } from "@webhand/contracts/ids";
import type { Said } from "../../panel-state.ts";
import type { OutboxEntry } from "../../storage.ts";
import { outboxItem } from "../../storage.ts";
import type { Failure } from "../run/retry.ts";
import { afterFailedAttempt, nextAttemptAt, nextDue, withEntry } from "./policy.ts";

export type OutboxDeps = {
	readonly send: (entry: OutboxEntry) => Promise<unknown>;
	readonly failureOf: (error: unknown) => Failure;
	/** The signed-in user; an entry waits for its own. */
	readonly owner: () => Promise<OutboxEntry["owner"] | null>;
	readonly onTaken: (entry: OutboxEntry) => Promise<void>;
	readonly onRefused: (entry: OutboxEntry) => Promise<void>;
	readonly now: () => number;
};

/** Tells the server what the user said, in order, until it is known what became of it. */
export type Outbox = {
	/** @returns the entry while the server has not taken it, null once it has */
	readonly say: (said: { readonly taskId: TaskId; readonly body: AnswerRequest; readonly text: string }) => Promise<Said | null>;
	readonly flush: () => Promise<void>;
	readonly drop: (id: string) => Promise<void>;
};

/** Opens the outbox. One worker empties it at a time; a dead one frees its Web Lock. */
export function createOutbox(deps: OutboxDeps): Outbox {
	let timer: ReturnType<typeof setTimeout> | undefined;

	const replace = (entry: OutboxEntry, next: OutboxEntry | null) =>
		outboxItem.update((entries) => entries.flatMap((other) => (other.id === entry.id ? (next ?? []) : other)));

	async function sendDue(): Promise<void> {
		for (;;) {
			const owner = await deps.owner();
			const own = (await outboxItem.get()).filter((entry) => isOf(entry, owner));
			const entry = nextDue(own, deps.now());
			if (entry === undefined) return;
			try {
				await deps.send(entry);
				await replace(entry, null);
				await deps.onTaken(entry);
			} catch (error) {
				const verdict = afterFailedAttempt(entry, deps.failureOf(error), deps.now());
				await replace(entry, verdict.entry);
				if (verdict.kind === "refused") await deps.onRefused(verdict.entry);
			}
		}
	}

	async function flush(): Promise<void> {
		await navigator.locks.request("outbox", sendDue);
		clearTimeout(timer);
		const owner = await deps.owner();
		const at = nextAttemptAt((await outboxItem.get()).filter((entry) => isOf(entry, owner)));
		if (at !== null) timer = setTimeout(() => void flush(), Math.max(100, at - deps.now()));
	}

	return {
		say: async ({ taskId, body, text }) => {
			const owner = await deps.owner();
			if (owner === null) return null;
			const entry: OutboxEntry = { id: crypto.randomUUID(), owner, taskId, body, text, at: deps.now(), attempts: 0, next: 0 };
			await outboxItem.update((entries) => withEntry(entries, entry));
			await flush();
			const left = (await outboxItem.get()).find(({ id }) => id === entry.id);
			return left === undefined ? null : saidOf(left);
		},
		/** Sends at once what waits for its next attempt, as when the connection is back. */
		flush: async () => {
			await outboxItem.update((entries) => entries.map((entry) => (entry.next === 0 ? entry : { ...entry, next: 0 })));
			await flush();
		},
		drop: async (id) => {
			await outboxItem.update((entries) => entries.filter((entry) => entry.id !== id));
		},
	};
}

const isOf = (entry: OutboxEntry, owner: OutboxEntry["owner"] | null) =>
	owner !== null && entry.owner.userId === owner.userId && entry.owner.tenantId === owner.tenantId;

/** An entry as the panel shows it. */
export function saidOf({ id, taskId, body, text, at, attempts, refused }: OutboxEntry): Said {
	return {
		id,
		taskId,
		...(body.questionId === undefined ? {} : { questionId: body.questionId }),
		text,
		at,
		state: refused !== undefined ? "refused" : attempts > 0 ? "waiting" : "sending",
		...(refused === undefined ? {} : { code: refused }),
	};
}
