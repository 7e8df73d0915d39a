import { z } from "zod";

// Schemes that a tab can show. `javascript:` and `mailto:` are links, not pages.
const schemes = /^(?:https?|about|file|data|blob|view-source|devtools|(?:chrome|edge|brave|opera|vivaldi)(?:-[a-z]+)?):$/;

/** The absolute address of the user's page, ≤ 8,192 characters. */
export const PageAddress = z
	.string()
	.max(8_192)
	.refine((url) => URL.canParse(url), { error: "must be an absolute URL", abort: true })
	.refine((url) => schemes.test(new URL(url).protocol), "must be the address of a page, such as https://example.com/");
export type PageAddress = z.infer<typeof PageAddress>;
