import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import type { Turn } from "../src/decider/turn.ts";

/** A page text from its body. */
export const pageOf = (body: string): PageView => parsePage(`@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n${body}`);

/** A turn at its start, with what a case changes. */
export function turnOf(turn: Partial<Turn> & Pick<Turn, "query" | "page">): Turn {
	return {
		mode: "autonomous",
		now: new Date("2026-03-02T10:00:00Z"),
		plan: null,
		history: [],
		report: {},
		reflection: null,
		knowledge: [],
		notes: [],
		forbidden: [],
		remaining: { steps: 50, tokens: 100_000 },
		memory: "",
		state: undefined,
		...turn,
	};
}
