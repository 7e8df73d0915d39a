import type { VersionOrigin } from "@webhand/contracts/routine/routine";
import { routinesText } from "../words.ts";

const text = routinesText.versions;

/** Where a version came from, in words: `an edit, from version 3`. @throws never */
export function originInWords({ kind, of }: VersionOrigin): string {
	return of === undefined ? text.origins[kind] : `${text.origins[kind]}, ${text.of(of)}`;
}
