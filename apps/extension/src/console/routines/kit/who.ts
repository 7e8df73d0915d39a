import type { Routine } from "@webhand/contracts/routine/routine";
import type { NameOf } from "../../org/use-names.ts";
import { routinesText as text } from "../words.ts";

type Owned = Pick<Routine, "isShared" | "ownerId">;

/** Who may run a routine, in words. @throws never */
export function whoMayRun({ isShared, ownerId }: Owned, { nameOf, me }: { readonly nameOf: NameOf; readonly me: string }): string {
	if (isShared) return text.everybody(nameOf(ownerId));
	return ownerId === me ? text.onlyYou : text.onlyOwner(nameOf(ownerId));
}
