import type { Intent, Target } from "../clause.ts";
import type { Order, Reading } from "./order.ts";
import { placed } from "./order.ts";
import { targetOf } from "./target.ts";
import { targetsOf } from "./target-list.ts";
import type { Tokens } from "./tokens.ts";
import { hasPhrase, lowAt } from "./tokens.ts";

/** "read the total", "what is the price of the blue kettle?", "how much is the kettle?" */
export function readRead(order: Order): Reading {
	const { verb, lead } = order;
	let { rest } = order;
	if (hasPhrase(rest, 0, "out")) rest = rest.slice(1);
	if (verb === "what does" && !/^costs?$/.test(lowAt(rest, rest.length - 1))) return undefined;
	if (verb.startsWith("how much") || verb === "what does") {
		const target = targetOf(/^costs?$/.test(lowAt(rest, rest.length - 1)) ? rest.slice(0, -1) : rest);
		const price: Target = { text: "price", name: "price", isQuoted: false, places: [] };
		return target && [{ kind: "read", target: price, of: placed(target, lead), isCount: false }];
	}
	const number = ["the number of", "number of", "how many"].find((words) => hasPhrase(rest, 0, words));
	if (number !== undefined) return readCount({ ...order, rest: rest.slice(number.split(" ").length) });
	const targets = targetsOf(rest);
	return targets?.map((target) => readOf(placed(target, lead)));
}

/** The row or item that a thing is read of stands apart from its other places. */
function readOf(target: Target): Intent {
	const place = target.places.find(({ relation }) => relation === "row");
	if (place === undefined) return { kind: "read", target, isCount: false };
	return { kind: "read", target: { ...target, places: target.places.filter((one) => one !== place) }, of: place.anchor, isCount: false };
}

const countEnds = ["are there", "there are", "are shown", "are listed", "do i have", "i have", "is there", "are on the page"];

/** "how many results are there?" */
export function readCount({ rest, lead }: Order): Reading {
	const end = countEnds.find((words) => hasPhrase(rest, rest.length - words.split(" ").length, words));
	const tokens: Tokens = end === undefined ? rest : rest.slice(0, -end.split(" ").length);
	const target = targetOf(tokens);
	return target && [{ kind: "read", target: placed(target, lead), isCount: true }];
}

/** "find the email by Bob": what the clauses behind it are about. */
export function readFind({ rest, lead }: Order): Reading {
	if (rest.length === 0) return [];
	const target = targetOf(rest);
	return target && [{ kind: "find", target: placed(target, lead) }];
}
