import type { Page } from "playwright-core";
import type { CommandInput, PanelCommandType } from "../src/messages.ts";
import { panelReplies } from "../src/messages.ts";
import type { RunView } from "../src/panel-state.ts";
import type { Ready } from "./stack.ts";

/** The task of the demo: six actions on four pages. */
export const demoTask =
	'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total';

export async function signIn(panel: Page, as: Pick<Ready, "url" | "member">): Promise<void> {
	await signInHere(panel, as);
	await newChat(panel);
}

/** Signs in, and leaves the chat that the panel shows. */
export async function signInHere(panel: Page, { url, member }: Pick<Ready, "url" | "member">): Promise<void> {
	await panel.getByLabel("Server", { exact: true }).fill(url);
	await panel.getByLabel("Email").fill(member.email);
	await panel.getByLabel("Password").fill(member.password);
	await panel.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Begins a chat: the site's newest one may be that of another test, whose user is the same. */
async function newChat(panel: Page): Promise<void> {
	await panel.getByRole("button", { name: "New chat" }).click();
	await panel.getByLabel("What should be done on this page?").waitFor();
}

export async function switchToAutonomous(panel: Page): Promise<void> {
	await chooseMode(panel, "Autonomous");
	await panel.getByRole("button", { name: "Switch to autonomous" }).click();
	await panel.getByRole("button", { name: "Mode: Autonomous" }).waitFor();
}

export async function switchToCareful(panel: Page): Promise<void> {
	await chooseMode(panel, "Careful");
	await panel.getByRole("button", { name: "Mode: Careful" }).waitFor();
}

async function chooseMode(panel: Page, mode: "Careful" | "Autonomous"): Promise<void> {
	await panel.getByRole("button", { name: /^Mode:/ }).click();
	await panel.getByRole("menuitemradio", { name: mode }).click();
}

export async function showLog(panel: Page): Promise<void> {
	await panel.getByRole("button", { name: /account of/ }).click();
	await panel.getByRole("menuitem", { name: "Show log" }).click();
}

/** The name of the control with the focus; "" for none. */
export function focusedName(panel: Page): Promise<string> {
	return panel.evaluate(() => {
		const focused = document.activeElement;
		const label = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.labels?.[0]?.textContent : null;
		return focused?.getAttribute("aria-label") ?? label ?? focused?.textContent?.trim() ?? "";
	});
}

const mostStops = 40;

/** Presses Tab until a control has the focus. @throws when the keyboard does not reach it */
export async function tabTo(panel: Page, name: string): Promise<void> {
	const passed: string[] = [];
	while ((await focusedName(panel)) !== name) {
		if (passed.length > mostStops) throw new Error(`Tab does not reach “${name}”: ${passed.join(" · ")}`);
		await panel.keyboard.press("Tab");
		passed.push(await focusedName(panel));
	}
}

/** Types a task, starts it and allows the site. */
export async function startTask(panel: Page, sentence: string): Promise<void> {
	await panel.getByLabel("What should be done on this page?").fill(sentence);
	await panel.getByRole("button", { name: "Start", exact: true }).click();
	await panel.getByRole("button", { name: "Allow for this task" }).click();
}

/** Shows the steps of the newest ended task. */
export async function unfoldSteps(panel: Page): Promise<void> {
	await panel.getByRole("group", { name: "What was done" }).last().getByRole("button").first().click();
}

/** Sends a command as the panel does. @returns the data of the reply */
export async function sendCommand<T extends PanelCommandType>(panel: Page, type: T, input: CommandInput<T>): Promise<unknown> {
	const message = { type, ...(input as object) };
	const reply = await panel.evaluate((body) => chrome.runtime.sendMessage({ v: 1, id: crypto.randomUUID(), ...body }), message);
	if (!reply.ok) throw new Error(`${type}: ${JSON.stringify(reply.error)}`);
	return reply.data;
}

async function readRun(panel: Page, tabId: number): Promise<RunView | null> {
	return panelReplies.state_get.parse(await sendCommand(panel, "state_get", { tabId })).run;
}

const pollMs = 50;

/** Waits until the task is in a state. @throws with the story of a run that ended otherwise, or after `limitMs` */
export async function runUntil(
	shown: { readonly panel: Page; readonly tabId: number },
	isReached: (run: RunView) => boolean,
	limitMs = 45_000,
): Promise<RunView> {
	const end = Date.now() + limitMs;
	for (;;) {
		const run = await readRun(shown.panel, shown.tabId);
		if (run !== null && isReached(run)) return run;
		const isOver = run !== null && run.state !== "running";
		if (isOver || Date.now() > end)
			throw new Error(`${isOver ? "ended otherwise" : "not reached in time"}:${run === null ? " no task" : storyOf(run)}`);
		await new Promise((resolve) => setTimeout(resolve, pollMs));
	}
}

export function runToEnd(shown: { readonly panel: Page; readonly tabId: number }): Promise<RunView> {
	return runUntil(shown, (run) => run.state !== "running");
}

/** Waits for the end of the task and approves on its way. @throws when it asks something else */
export async function runAllowing(shown: { readonly panel: Page; readonly tabId: number }): Promise<RunView> {
	for (;;) {
		const run = await runUntil(shown, ({ state, wait }) => state !== "running" || wait?.kind === "user");
		const { taskId, question } = run;
		if (run.state !== "running") return run;
		if (taskId === null || question?.kind !== "approval") throw new Error(`asked otherwise:${storyOf(run)}`);
		await sendCommand(shown.panel, "run_answer", { taskId, questionId: question.id, approved: true });
	}
}

/** One line per step and the end, for the message of an assertion. */
export function storyOf(run: RunView): string {
	const steps = run.steps.map(({ stepIndex, thought, action, result, verification }) =>
		[stepIndex, thought, action, result?.code, verification?.verdict, verification?.observations.join("; ")]
			.filter((part) => part !== undefined)
			.join(" · "),
	);
	return ["", ...steps, `${run.state}: ${run.failure?.message ?? run.answer ?? run.question?.text ?? ""}`].join("\n");
}

export function actionsOf(run: RunView): string[] {
	return run.steps.map(({ action }) => action);
}
