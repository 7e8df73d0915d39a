import type { AuditVerdict } from "@webhand/contracts/audit";
import { hostAuditText as text } from "./host-words.ts";

/** `ok`, `error:<code>`, `denied:<reason>` and so on in words; a code stays readable when it is not known here. @throws never */
export function outcomeWords(outcome: string): string {
	const [word = "", code = ""] = outcome.split(":", 2);
	const known = text.words[word] ?? outcome;
	return code === "" ? known : `${text.words[word] ?? word} (${code.replaceAll("_", " ").toLowerCase()})`;
}

/** What `Verify` found, in sentences. @param nameOf the name of a workspace by its id */
export function verdictWords(
	{ ok, checkedRows, brokenAt, anchors }: AuditVerdict,
	{ nameOf, formatTime }: { readonly nameOf: (id: string) => string; readonly formatTime: (at: string) => string },
): { readonly isWhole: boolean; readonly title: string; readonly details: readonly string[] } {
	const { verify } = text;
	const chainOf = (chain: string) => (chain.startsWith("wsp_") ? verify.inWorkspace(nameOf(chain)) : verify.inTenant);
	const bad = anchors.bad === 0 ? [] : [verify.badAnchors(anchors.bad)];
	const signed = anchors.lastAt === null ? verify.noAnchors : verify.anchors(anchors.count, formatTime(anchors.lastAt));
	if (brokenAt !== null) {
		const title = verify.broken(chainOf(brokenAt.chain), brokenAt.seq, verify.reasons[brokenAt.reason]);
		return { isWhole: false, title, details: [...bad, signed, verify.brokenHint] };
	}
	const [first, ...rest] = ok ? [checkedRows === 0 ? verify.none : verify.whole(checkedRows)] : bad;
	return { isWhole: ok, title: first ?? verify.badAnchors(anchors.bad), details: [...rest, signed, ...(ok ? [] : [verify.brokenHint])] };
}
