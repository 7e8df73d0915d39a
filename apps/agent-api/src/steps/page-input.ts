import { parsePage } from "@webhand/page/parse/parse";
import { skeletonOf } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { baseKey } from "../facts/keys.ts";
import { isInjection } from "../gate/injection.ts";
import type { StepCall } from "./ports.ts";

/** The page of a request, and whether it gives an agent orders. */
export type PageInput = { readonly page: PageView; readonly isInjection: boolean };

/**
 * What a request alone says of its page: read while the database is being waited for. Clients that send no page text have their URL and
 * title beside it.
 *
 * @throws never
 */
export function readPageInput({ body, page: given }: StepCall): PageInput {
	const read = given ?? parsePage(body.dom);
	const page = { ...read, url: read.url === "" ? body.url : read.url, title: read.title === "" ? (body.title ?? "") : read.title };
	// Both are remembered for the page: what is computed now is not computed once the database has answered.
	skeletonOf(page);
	baseKey(page);
	const state = body.lastActionResult?.actualState ?? {};
	const told = [state, ...(state.batch ?? [])].flatMap(({ lookup = "", alertText = "", validationMessage = "" }) => [
		lookup,
		alertText,
		validationMessage,
	]);
	return { page, isInjection: isInjection(page, told) };
}
