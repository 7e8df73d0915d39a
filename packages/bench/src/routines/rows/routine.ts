import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import type { RoutineId } from "@webhand/contracts/ids";
import { TaskId } from "@webhand/contracts/ids";
import { createRoutineRoute, draftFromTaskRoute } from "@webhand/contracts/routine/routine";
import { siteOfAddress } from "@webhand/page/site";
import { poll } from "@webhand/testing/poll";
import { readRun, startRun, tell } from "../../miniwob/stage/panel.ts";
import type { TestStack } from "../../miniwob/stage/test-stack.ts";
import type { Application, Values } from "./applications.ts";

/** A routine that was made of a finished task. `valuesOf` gives its inputs the values of a row. */
export type MadeRoutine = { readonly id: RoutineId; readonly valuesOf: (values: Values) => Record<string, string> };

/** Shorter than an access token holds. */
const tokenMs = 300_000;

/** The calls of the member who is signed in, for as long as a run takes. */
export function memberApi({ server }: Pick<TestStack, "server">): Api {
	let signedIn: { readonly token: string; readonly at: number } | undefined;
	const token = async () => {
		if (signedIn !== undefined && Date.now() - signedIn.at < tokenMs) return signedIn.token;
		const { accessToken } = await call({ baseUrl: server.url, token: () => null }, loginRoute, { body: server.member });
		signedIn = { token: accessToken, at: Date.now() };
		return accessToken;
	};
	return { baseUrl: server.url, token };
}

/** Allows the site of an application for good: each row has a tab of its own, which asks nobody. */
export async function allowSite({ panel }: Pick<TestStack, "panel">, { start }: Pick<Application, "start">): Promise<void> {
	await tell(panel, { type: "site_grant", domain: siteOfAddress(start) ?? "", scope: "always" });
}

const taskLimitMs = 60_000;

/** Does an order in the tab to its end. @returns its task @throws Error with its steps where it does not complete */
export async function doTask(
	{ tab, panel }: Pick<TestStack, "tab" | "panel">,
	{ start, order }: { readonly start: string; readonly order: string },
): Promise<TaskId> {
	await tab.goto(start);
	await tab.bringToFront();
	await startRun(panel, order);
	const run = await poll(
		async () => {
			const now = await readRun(panel);
			return now !== null && (now.state !== "running" || now.wait?.kind === "user") && now;
		},
		{ limitMs: taskLimitMs, everyMs: 20 },
	);
	if (run.state !== "completed") {
		const steps = run.steps.map(({ action, verification }) => `${action}: ${verification?.observations.join("; ") ?? ""}`);
		throw new Error(`${order}\n${steps.join("\n")}\n${run.failure?.message ?? run.question?.text ?? run.state}`);
	}
	return TaskId.parse(run.taskId);
}

/** Makes a routine of a task that did the order of `sample`, with checks as a person adds them. @throws Error where a value became no input */
export async function makeRoutine(
	api: Api,
	taskId: TaskId,
	{ app, sample }: { readonly app: Pick<Application, "key" | "shows" | "isTable">; readonly sample: Values },
): Promise<MadeRoutine> {
	const { draft } = await call(api, draftFromTaskRoute, { body: { taskId } });
	const { name, program } = draft;
	const inputOf = (field: string): string => {
		const input = program.inputs.find(({ example, preset }) => (example ?? preset) === sample[field]);
		if (input === undefined) throw new Error(`no input for ${field} in ${JSON.stringify(program)}`);
		return input.name;
	};
	const names = Object.keys(sample).map((field) => [field, inputOf(field)] as const);
	// The name of the button stands in the order too: it stays what it was.
	const others = program.inputs.filter(({ name: input }) => names.every(([, known]) => known !== input));
	const fixed = Object.fromEntries(others.map(({ name: input, example, preset }) => [input, example ?? preset ?? ""]));
	const row = app.isTable === true ? { row: [[{ input: inputOf(app.key) }]] } : {};
	const fields = app.shows.map((field) => ({ label: field, value: [{ input: inputOf(field) }], as: "text" as const, ...row }));
	const check = { id: `s${program.steps.length + 1}`, do: "check", class: "observe", fields } as const;
	const steps = fields.length === 0 ? program.steps : [...program.steps, check];
	const body = { name, program: { ...program, steps }, origin: { kind: "task", taskId } } as const;
	const { routine } = await call(api, createRoutineRoute, { body });
	const valuesOf = (values: Values) => ({ ...fixed, ...Object.fromEntries(names.map(([field, input]) => [input, values[field] ?? ""])) });
	return { id: routine.id, valuesOf };
}
