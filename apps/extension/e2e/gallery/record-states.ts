import { RoutineId } from "@webhand/contracts/ids";
import type { PanelView } from "../../src/panel/panel-props.ts";
import { emptyModel } from "../../src/panel/state/model.ts";
import type { RecordedStep, RecordingView } from "../../src/recording.ts";
import { at, signedIn } from "./sample-run.ts";

const url = "http://localhost:8788/invoices/new";
const form = { name: "Invoice", fields: ["Customer", "Amount", "Country"] };
const on = (role: string, name: string) => ({ role, name: [name], where: { form } });

const steps: readonly RecordedStep[] = [
	{ key: "e1", event: { kind: "click", at, url: "http://localhost:8788/invoices", target: { role: "a", name: ["New invoice"] } } },
	{
		key: "e2",
		event: {
			kind: "fill",
			at: at + 1,
			url,
			target: on("input", "Customer"),
			typed: { text: "Ada Lovelace" },
			marks: { input: "Customer" },
		},
	},
	{ key: "e3", event: { kind: "fill", at: at + 2, url, target: on("input", "Amount"), typed: { text: "49.90" } } },
	{ key: "e4", event: { kind: "choose", at: at + 3, url, target: on("select", "Country"), values: ["France"], marks: { input: false } } },
	{ key: "e5", event: { kind: "fill", at: at + 4, url, target: on("input", "Signing password"), typed: { secret: true } } },
	{
		key: "e6",
		event: {
			kind: "click",
			at: at + 5,
			url,
			target: on("button", "Accept all cookies"),
			marks: { isOptional: true, note: "Close the notice" },
		},
	},
	{ key: "e7", event: { kind: "click", at: at + 6, url, target: on("button", "Save draft"), sends: true } },
	{ key: "e8", event: { kind: "check", at: at + 7, url, label: "Total", value: "49.90 €" } },
];

const recording: RecordingView = {
	id: "r1",
	state: "recording",
	tabId: 7,
	title: "Invoices",
	url: "http://localhost:8788/invoices",
	steps: [...steps],
	isReady: true,
	isPicking: false,
	isPickEmpty: false,
	wait: null,
	framed: [],
	saved: null,
};

const recorded = (part: Partial<RecordingView>): PanelView => ({
	...emptyModel,
	link: "connected",
	transport: "connected",
	state: { ...signedIn, recording: { ...recording, ...part } },
});

/** The recording of what a person does. */
export const recordStates: Readonly<Record<string, PanelView>> = {
	recording: recorded({}),
	"recording-empty": recorded({ steps: [] }),
	"recording-check": recorded({ isPicking: true, steps: steps.slice(0, 3) }),
	"recording-check-empty": recorded({ isPickEmpty: true, steps: steps.slice(0, 3) }),
	"recording-rests": recorded({
		tabId: 8,
		steps: steps.slice(0, 2),
		wait: { domain: "pay.example", origins: ["https://pay.example/*"], withheld: false },
	}),
	"recording-framed": recorded({ steps: steps.slice(0, 2), framed: ["pay.example"] }),
	"recording-review": recorded({ state: "review" }),
	"recording-review-empty": recorded({ state: "review", steps: [] }),
	"recording-saved": recorded({
		state: "saved",
		steps: [],
		saved: { id: RoutineId.parse(`rtn_${"a".repeat(22)}`), name: "Save draft – Invoices" },
	}),
};
