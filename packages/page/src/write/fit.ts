import type { PageView } from "../parse/view.ts";
import type { PageTree } from "../read/page-node.ts";
import { draftOfView } from "./draft.ts";
import type { FitOptions, Fitted } from "./fitting/shorten.ts";
import { fitDraft } from "./fitting/shorten.ts";
import { layOut } from "./layout.ts";

/**
 * Brings a page within its cap; within it, it is complete to the last character.
 *
 * Over 50,000: far text is cut, far links lose their path, far text goes; where that would lose controls, up to 200,000 from the untouched
 * page (spec 001: a Save button at character 65,000 stays), and over that repeated siblings and far sections are collapsed. Dialog, focused
 * field and its form, visible and new controls stay. The tail is never simply cut, the hard limit always holds.
 */
export function fit(page: PageView | PageTree, options: FitOptions = {}): Fitted {
	return fitDraft("mode" in page ? draftOfView(page) : layOut(page), options);
}
