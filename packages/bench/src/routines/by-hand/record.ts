import { setTimeout as pause } from "node:timers/promises";
import { call } from "@webhand/client/call";
import type { RoutineId } from "@webhand/contracts/ids";
import { createRoutineRoute } from "@webhand/contracts/routine/routine";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { fromRecording } from "@webhand/routines/make/from-recording";
import { RecordedEvent } from "@webhand/routines/make/recorded-event";
import { poll } from "@webhand/testing/poll";
import type { Locator, Page } from "playwright-core";
import { z } from "zod";
import { tell } from "../../miniwob/stage/panel.ts";
import type { HandStage } from "./stage.ts";

/** The part of a recording that is read. */
const State = z.object({
	recording: z.object({
		title: z.string(),
		url: z.string(),
		steps: z.array(z.object({ event: RecordedEvent })),
		isReady: z.boolean(),
		isPicking: z.boolean(),
		isPickEmpty: z.boolean(),
	}),
});

/** `check` is "Check this" and a press on a value. `look` is a person's time for a new page, in which the recorder gets ready. */
type Hand = { readonly check: (value: Locator) => Promise<void>; readonly look: () => Promise<void> };

/** What a person does in the tab. */
export type Hands = (tab: Page, hand: Hand) => Promise<void>;

/** A stored routine with what it asks for. */
export type Recorded = { readonly id: RoutineId; readonly inputs: readonly RoutineInput[] };

/** A person reads before they press. */
const readMs = 600;

/** Records what is done by hand on a page, with real input, and stores it as a routine. */
export async function recordByHand(stage: HandStage, url: string, hands: Hands): Promise<Recorded> {
	const { tab, panel, api } = stage;
	await tab.goto(url);
	await tab.bringToFront();
	await tell(panel, { type: "record_start", tabId: panel.tabId });
	const read = async () => State.parse(await tell(panel, { type: "state_get", tabId: panel.tabId })).recording;
	const look = async () => {
		await pause(readMs);
		await poll(async () => (await read()).isReady, { limitMs: 10_000 });
	};
	await look();
	const check = async (value: Locator) => {
		await look();
		const before = (await read()).steps.length;
		await tell(panel, { type: "record_pick", isPicking: true });
		await pause(readMs);
		await value.click();
		await poll(async () => (await read()).steps.length > before, { limitMs: 5_000 });
	};
	await hands(tab, { check, look });
	await pause(readMs);
	await tell(panel, { type: "record_stop" });
	const { title, url: from, steps } = await read();
	await tell(panel, { type: "record_drop" });
	const draft = fromRecording({ title, url: from, events: steps.map(({ event }) => event) });
	if (draft === undefined) throw new Error(`nothing was recorded on ${url}`);
	const { name, program } = draft;
	const { routine } = await call(api, createRoutineRoute, {
		body: { name, description: "", isShared: false, program, origin: { kind: "recording" } },
	});
	return { id: routine.id, inputs: program.inputs };
}

/** Chooses in a list by its keys: what a script sets is nothing that a person did. */
export async function chooseByKeys(list: Locator, option: string): Promise<void> {
	await pause(readMs);
	await list.focus();
	await list.page().keyboard.type(option);
}
