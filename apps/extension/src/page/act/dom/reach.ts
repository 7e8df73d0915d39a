import type { ActResult } from "../../messages.ts";
import { refuse } from "../outcome.ts";
import { ancestorsOf, labelOf } from "./point.ts";
import { page } from "./nodes.ts";

/**
 * Why a person could not type into an element or choose in it now, though it shows: a modal dialog is in front. What is clicked needs no such look,
 * since a click hits what lies there.
 *
 * @returns null where they could
 */
export function refusalToReach(element: Element): ActResult | null {
	const dialogs = [...page().querySelectorAll("dialog:modal")];
	const dialog = dialogs.at(-1);
	// Which of several is the foremost, no script is told.
	if (dialog === undefined || ancestorsOf(element).some((each) => dialogs.includes(each))) return null;
	return refuse("COVERED", `The dialog ${labelOf(dialog)} is in front of it`);
}
