import { z } from "zod";

// Where a tab can stand. A script or a mail address is no page: it is only ever followed from one.
const schemes = /^(?:https?|about|file|data|blob|view-source|devtools|(?:chrome|edge|brave|opera|vivaldi)(?:-[a-z]+)?):$/;

/** The address of the page a person looks at: absolute, ≤ 8,192 characters, in a scheme that a tab can stand at. */
export const PageAddress = z
	.string()
	.max(8_192)
	.refine((url) => URL.canParse(url), { error: "must be an absolute URL", abort: true })
	.refine((url) => schemes.test(new URL(url).protocol), "must be the address of a page, such as https://example.com/");
export type PageAddress = z.infer<typeof PageAddress>;
