import { ApiError } from "@webhand/client/api-error";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { interactRoute } from "@webhand/contracts/agent/interact";
import { cancelRoute } from "@webhand/contracts/agent/runs";
import { createApiKeyRoute, revokeApiKeyRoute } from "@webhand/contracts/auth/api-keys";
import { grantMandateRoute, revokeMandateRoute } from "@webhand/contracts/authority/mandate";
import { openPolicy, policyRoute, setPolicyRoute } from "@webhand/contracts/authority/policy";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { createRoutineRoute, routinesRoute } from "@webhand/contracts/routine/routine";
import { startRunRoute, takeRowRoute } from "@webhand/contracts/routine/run";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { Person } from "../stage.ts";
import { openReplicas } from "../stage.ts";

/** How often each thing is taken back. */
export const revokePlans = { full: 200, quick: 5 } as const;

/** What is taken back: acts at each replica that it allows, and the taking back. */
type Standing = {
	/** Acts once. @returns whether it was allowed */
	readonly act: (replica: number) => Promise<boolean>;
	readonly revoke: () => Promise<unknown>;
};

/** Acts that are refused in a row before nobody acts any more: a late yes would be seen. */
const refusals = 3;
const patienceMs = 10_000;
const goalMs = 1_000;

/** Takes mandates, keys and what a policy allows back while both replicas act on them. @param times how often each */
export async function measureRevoke(times: number, print: (line: string) => void): Promise<readonly Row[]> {
	const stage = await openReplicas();
	try {
		const rows: Row[] = [];
		for (const [name, begin] of [
			["a mandate", beginMandates],
			["an API key", beginKeys],
			["a policy", beginPolicies],
		] as const) {
			const next = await begin(await stage.signIn());
			const delays: number[] = [];
			for (let turn = 0; turn < times; turn += 1) delays.push(await delayOf(await next()));
			const [p50, p99, most] = [0.5, 0.99, 1].map((share) => Math.round(quantile(delays, share)));
			print(`${name}, taken back ${times} times: last act allowed after p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms`);
			const row = { peer: null, ratio: null, better: "lower", unit: "ms", goal: goalMs, gate: goalMs } as const;
			rows.push({ ...row, name: `${name} taken back, two replicas: last act allowed, p99`, ours: p99 ?? Number.NaN });
		}
		return rows;
	} finally {
		await stage.close();
	}
}

/** Milliseconds from the reply of the taking back to the reply of the last act that was allowed; 0 for none after it. */
async function delayOf({ act: once, revoke }: Standing): Promise<number> {
	// A server that is too busy to answer said neither yes nor no.
	const act = async (replica: number): Promise<boolean> => {
		for (const end = performance.now() + patienceMs; ; ) {
			try {
				return await once(replica);
			} catch (cause) {
				if (!(cause instanceof ApiError && cause.status === 503) || performance.now() > end) throw cause;
			}
		}
	};
	let revokedAt = Number.POSITIVE_INFINITY;
	let lastAllowedAt = 0;
	const replicas = [0, 1];
	// Each replica has allowed it, so each keeps what it may keep of it.
	for (const replica of replicas) if (!(await act(replica))) throw new Error("It was refused before it was taken back");
	const goOn = async (replica: number) => {
		for (let refused = 0; refused < refusals; ) {
			const isAllowed = await act(replica);
			const now = performance.now();
			if (isAllowed) lastAllowedAt = Math.max(lastAllowedAt, now);
			refused = isAllowed ? 0 : refused + 1;
			if (now > revokedAt + patienceMs) return;
		}
	};
	const takeBack = async () => {
		await revoke();
		revokedAt = performance.now();
	};
	await Promise.all([...replicas.map(goOn), takeBack()]);
	return Math.max(0, lastAllowedAt - revokedAt);
}

const site = "https://shop.example/";
const dom = `@page 1
@url ${site}
@title Shop
@epoch e1
@screen 1280x800, page 1 of 1

@view
<form "Name" post>
 <input 1 "Name" value="Ada">
 <button 3 submit>Save`;
const program: RoutineProgram = {
	inputs: [{ name: "number", label: "Number", type: "text" }],
	start: [site],
	steps: [{ id: "s1", do: "click", class: "commit", target: { role: "button", name: ["Save"] } }],
};
const rowCount = 500;
const dayMs = 86_400_000;

/** An act is the commit of a row, on a run of each replica; one that asks was not allowed. */
async function beginMandates({ replicas }: Person): Promise<() => Promise<Standing>> {
	const [api] = replicas as [Api];
	const { routine } = await call(api, createRoutineRoute, { body: { name: "Save", program, origin: { kind: "edit" } } });
	const startRun = async (): Promise<RoutineRunId> => {
		const rows = Array.from({ length: rowCount }, (_, index) => ({ number: String(index) }));
		const body = { rows, options: { mode: "careful" as const } };
		return (await call(api, startRunRoute, { params: { routineId: routine.id }, body })).run.id;
	};
	const runs = [await startRun(), await startRun()];
	const act = async (replica: number): Promise<boolean> => {
		const at = replicas[replica] ?? api;
		const take = async () =>
			(await call(at, takeRowRoute, { params: { runId: runs[replica] as RoutineRunId }, body: { worker: `bench ${replica}` } })).row;
		let row = await take();
		if (row === null) {
			runs[replica] = await startRun();
			row = await take();
		}
		if (row === null) throw new Error("A new run has no row");
		const asRow = { runId: runs[replica] as RoutineRunId, rowKey: row.key };
		const { data } = await call(at, interactRoute, { body: { url: site, query: row.order, dom, row: asRow } });
		await call(at, cancelRoute, { params: { runId: data.taskId } }).catch((cause: unknown) => {
			if (!(cause instanceof ApiError)) throw cause;
		});
		return data.mandate !== undefined;
	};
	return async () => {
		const until = new Date(Date.now() + dayMs).toISOString();
		const body = { routineId: routine.id, version: 1, uses: 1_000, until };
		const { mandate } = await call(api, grantMandateRoute, { body });
		return { act, revoke: () => call(api, revokeMandateRoute, { params: { mandateId: mandate.id } }) };
	};
}

/** An act is a request with the key. */
async function beginKeys({ auth, replicasAs }: Person): Promise<() => Promise<Standing>> {
	return async () => {
		const { key, secret } = await call(auth, createApiKeyRoute, { body: { name: "Bench", scopes: ["routines:read"], days: 1 } });
		const replicas = replicasAs(secret);
		const act = async (replica: number) => {
			try {
				await call(replicas[replica] as Api, routinesRoute, { query: {} });
				return true;
			} catch (cause) {
				if (cause instanceof ApiError && cause.code === "UNAUTHORIZED") return false;
				throw cause;
			}
		};
		return { act, revoke: () => call(auth, revokeApiKeyRoute, { params: { id: key.id } }) };
	};
}

/** An act saves a form in autonomous mode, which the policy then forbids. */
async function beginPolicies({ replicas }: Person): Promise<() => Promise<Standing>> {
	const [api] = replicas as [Api];
	const act = async (replica: number) => {
		const body = { url: site, query: 'Press "Save"', dom, mode: "autonomous" as const };
		const { data } = await call(replicas[replica] as Api, interactRoute, { body });
		if (data.status === "executing") return true;
		if (data.failure?.category === "refused") return false;
		throw new Error(`The act ended otherwise: ${JSON.stringify(data)}`);
	};
	const set = async (acts: typeof openPolicy.acts) => {
		const { rev } = await call(api, policyRoute, {});
		await call(api, setPolicyRoute, { body: { rev, policy: { ...openPolicy, acts } } });
	};
	return async () => {
		await set({});
		const end = Date.now() + patienceMs;
		for (const replica of [0, 1]) while (!(await act(replica)) && Date.now() < end);
		return { act, revoke: () => set({ send: "never" }) };
	};
}
