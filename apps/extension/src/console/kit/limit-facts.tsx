import type { LimitName, Limits } from "@webhand/contracts/auth/limits";
import { limitBounds, limitOf } from "@webhand/contracts/auth/limits";
import { hostText } from "../host/words.ts";
import { FactList } from "./fact-list.tsx";

const text = hostText.limits;
const names = Object.keys(limitBounds) as LimitName[];

/** The limits of an organization; a default one says so. */
export function LimitFacts({ limits }: { readonly limits: Limits }) {
	return (
		<FactList
			facts={names.map((name) => ({ name: text.names[name], value: text.shown(limitOf(limits, name), limits[name] === undefined) }))}
		/>
	);
}
