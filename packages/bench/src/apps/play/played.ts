import type { Judgement } from "../../real-model/outcome.ts";
import type { AppOrder } from "../applications/application.ts";

/** How a tool ended with an order. `done`: it said so; `asks`: it waits for a person; `stopped`: it gave up; `late`: the limit ended it. */
export type Ending = "done" | "asks" | "stopped" | "late";

/** An order as a tool has played it. `said`: its last words. `tokens`: what the model read and wrote; `dollars` where its price is known. */
export type Run = {
	readonly ending: Ending;
	readonly said: string;
	readonly steps: number;
	readonly ms: number;
	readonly tokens: number | null;
	readonly dollars: number | null;
};

/** A run beside the records of the application. */
export type Played = Run & Judgement & { readonly application: string; readonly order: Pick<AppOrder, "name" | "kind"> };
