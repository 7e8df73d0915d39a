import { call } from "@webhand/client/call";
import { enrolRunnerRoute, renewRunnerRoute } from "@webhand/contracts/auth/runners";
import type { RunnerAnswer, RunnerStatus } from "@webhand/contracts/authority/runner-order";
import { RunnerOrder } from "@webhand/contracts/authority/runner-order";
import { beatRunnerRoute } from "@webhand/contracts/routine/runner";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem, runnerDutyItem, runnerItem } from "../../storage.ts";
import type { Routines } from "../routine/routines.ts";
import type { Scheduler } from "../run/scheduler.ts";
import type { RunStore } from "../run/store.ts";
import { originOf } from "../server/address.ts";
import { failureOf } from "../server/api.ts";
import { anonymous, inTime, keepSignIn } from "../sign-in/complete.ts";
import { isBeatDue, renewalOf, textOf } from "./policy.ts";

export type RunnerDeps = {
	readonly api: SignedInApi;
	readonly runs: Pick<RunStore, "apply">;
	readonly scheduler: Pick<Scheduler, "schedule">;
	readonly routines: Pick<Routines, "list" | "takeDue" | "giveBack" | "giveBackWaiting" | "resume">;
	/** Brings the rules of the network level up to date. */
	readonly blockSites: () => Promise<void>;
	readonly now: () => number;
};

/**
 * The browser of a runner as its process commands it. A browser is a runner from the first order on; nothing but the DevTools connection
 * reaches `answer`.
 */
export function createRunner({ api, runs, scheduler, routines, blockSites, now }: RunnerDeps) {
	const atWork = async () => (await routines.list()).filter(({ problem }) => problem === null).map(({ runId }) => runId);

	async function statusOf(): Promise<RunnerStatus> {
		const [runner, duty, runs] = [await runnerItem.get(), await runnerDutyItem.get(), await atWork()];
		return {
			serverUrl: runner?.serverUrl ?? null,
			account: runner?.name ?? null,
			running: runs.length,
			capacity: runner?.capacity ?? 1,
			labels: runner?.labels ?? [],
			lastTakeAt: duty?.lastTakeAt ?? null,
			isDraining: duty?.isDraining ?? false,
			problem: duty?.problem ?? null,
		};
	}

	const note = (part: Partial<NonNullable<Awaited<ReturnType<typeof runnerDutyItem.get>>>>) =>
		runnerDutyItem.update((duty) => ({ isDraining: false, lastTakeAt: null, told: null, problem: null, ...duty, ...part }));

	async function enrol(serverUrl: string, code: string): Promise<void> {
		const origin = originOf(serverUrl);
		const { secret, ...reply } = await call(anonymous(origin), enrolRunnerRoute, { body: { code }, signal: inTime() });
		const { name, labels, capacity } = reply.runner;
		// Kept first: what watches the sign-in asks whether it is a runner's.
		await runnerItem.set({ serverUrl: origin, secret, name, labels: [...labels], capacity, renewAt: renewalOf(reply, now()) });
		await keepSignIn(origin, reply);
	}

	/** A new token of the same sign-in, in good time. One that has ended is forgotten. */
	async function renew(): Promise<void> {
		const [runner, auth] = [await runnerItem.get(), await authItem.get()];
		if (runner === null || (auth.kind === "token" && now() < runner.renewAt)) return;
		try {
			const { serverUrl, secret } = runner;
			const reply = await call(anonymous(serverUrl), renewRunnerRoute, { body: { secret }, signal: inTime() });
			const { accessToken, expiresAt, user, tenantId, tenantName, tenantKind, roles } = reply;
			const { name, labels, capacity } = reply.runner;
			await runnerItem.set({ serverUrl, secret, name, labels: [...labels], capacity, renewAt: renewalOf(reply, now()) });
			await authItem.set({ kind: "token", serverUrl, accessToken, expiresAt, user, tenantId, tenantName, tenantKind, roles });
		} catch (error) {
			if (failureOf(error).status !== 401) throw error;
			await runnerItem.set(null);
			await authItem.set({ kind: "none", reason: "expired" });
		}
	}

	/** Says to the server what it does. Runs that are another's now are left. */
	async function beat(): Promise<void> {
		const duty = await runnerDutyItem.get();
		const word = { runs: await atWork(), draining: duty?.isDraining ?? false };
		if (!isBeatDue(word, duty?.told ?? null, now())) return;
		const { lost } = await api.call(beatRunnerRoute, {
			body: { version: browser.runtime.getManifest().version, ...word },
			signal: inTime(),
		});
		await note({ told: { text: textOf(word), at: now() } });
		for (const runId of lost) await routines.giveBack(runId);
	}

	async function work(isDraining: boolean): Promise<void> {
		const wasDraining = (await runnerDutyItem.get())?.isDraining === true;
		await note({ isDraining });
		await blockSites();
		try {
			await renew();
			if ((await runnerItem.get()) === null) return;
			const rests = (await routines.list()).some(({ problem }) => problem !== null);
			if (rests || (isDraining && !wasDraining)) await routines.resume();
			if (isDraining) await routines.giveBackWaiting();
			await beat();
			if (!isDraining) await routines.takeDue();
			await note({ problem: null });
		} catch (error) {
			await note({ problem: failureOf(error).message });
			// A token that is refused before its time: the secret says at once whether the sign-in has ended.
			if (failureOf(error).status === 401) await renew().catch(() => undefined);
		}
	}

	async function obey(order: RunnerOrder): Promise<void> {
		switch (order.kind) {
			case "enrol":
				return enrol(order.serverUrl, order.code);
			case "work":
				return work(order.isDraining);
			case "give_back":
				for (const { runId } of await routines.list()) await routines.giveBack(runId);
				// A server that is away learns it as the leases end.
				await beat().catch((error: unknown) => note({ problem: failureOf(error).message }));
		}
	}

	return {
		/** Nobody sits at a runner who could allow a site or real input: what asks for that goes on without. */
		refuse: async (record: RunRecord | undefined): Promise<void> => {
			const wait = record?.wait;
			if (record === undefined || (wait?.kind !== "site" && wait?.kind !== "trusted")) return;
			if ((await runnerDutyItem.get()) === null) return;
			await runs.apply(record, { kind: wait.kind === "site" ? "site_refused" : "trusted_refused", domain: wait.domain, at: now() });
			scheduler.schedule(record.tabId);
		},
		/** A run began. */
		noteTaken: async (): Promise<void> => {
			if ((await runnerDutyItem.get()) !== null) await note({ lastTakeAt: new Date(now()).toISOString() });
		},
		/** Obeys one order, JSON of a `RunnerOrder`. Never rejects. */
		answer: async (text: string): Promise<RunnerAnswer> => {
			try {
				await obey(RunnerOrder.parse(JSON.parse(text)));
				return { ok: true, status: await statusOf() };
			} catch (error) {
				const { code, message } = failureOf(error);
				return { ok: false, code, message };
			}
		},
	};
}
