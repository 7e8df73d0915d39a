import { parsePage } from "@webhand/page/parse/parse";
import { skeletonOf } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { baseKey } from "../facts/keys.ts";
import { isInjection } from "../gate/injection.ts";
import type { StepCall } from "./ports.ts";

/** The page of a request, and whether it holds orders for an agent. */
export type PageInput = { readonly page: PageView; readonly isInjection: boolean };

/**
 * Parses the page of a request, while the database works. A client that sends no page text has its URL and title beside it.
 *
 * @throws never
 */
export function readPageInput({ body, page: given }: StepCall): PageInput {
	const parsed = given ?? parsePage(body.dom);
	const page = { ...parsed, url: parsed.url || body.url, title: parsed.title || (body.title ?? "") };
	// Both are cached on the page: computed now, they cost nothing once the database has answered.
	skeletonOf(page);
	baseKey(page);
	const state = body.lastActionResult?.actualState ?? {};
	const reports = [state, ...(state.batch ?? [])];
	const texts = reports.flatMap(({ lookup = "", alertText = "", validationMessage = "" }) => [lookup, alertText, validationMessage]);
	return { page, isInjection: isInjection(page, texts) };
}
