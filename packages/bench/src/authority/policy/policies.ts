import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import type { Deed } from "./application.ts";

/** What the application may see of a deed under a policy: it, it after a person's yes, or never. */
type Verdict = "free" | "asked" | "never";

/** A policy, and what it means in words of the application, said here once more and not by the code that is measured. */
export type TriedPolicy = {
	readonly name: string;
	readonly policy: OrgPolicy;
	readonly verdict: (deed: Deed, site: string) => Verdict;
	/** A page of this site may not even be read. */
	readonly isShut?: (site: string) => boolean;
};

const sends: ReadonlySet<Deed> = new Set(["send", "payment", "deletion"]);

/** Five policies. @param now hours are chosen so that they are closed */
export function policiesAt(now: Date): readonly TriedPolicy[] {
	const inTwoDays = ((now.getUTCDay() + 2) % 7) + 1;
	return [
		{
			name: "no payments and deletions",
			policy: { ...openPolicy, acts: { payment: "never", deletion: "never" } },
			verdict: (deed) => (deed === "payment" || deed === "deletion" ? "never" : "free"),
		},
		{
			name: "some sites",
			policy: { ...openPolicy, only: ["shop.example", "crm.example", "news.example"], never: ["bank.example"] },
			verdict: (deed, site) => (site === "bank.example" || (site === "mail.example" && deed !== "look") ? "never" : "free"),
			isShut: (site) => site === "bank.example",
		},
		{
			name: "closed hours",
			policy: { ...openPolicy, hours: { days: [inTwoDays], from: "08:00", to: "17:00", timeZone: "UTC" } },
			verdict: (deed) => (deed === "look" ? "free" : "never"),
		},
		{
			name: "no model, no server host",
			policy: { ...openPolicy, models: [], serverHost: false },
			verdict: () => "free",
		},
		{
			name: "ask for all that is sent",
			policy: { ...openPolicy, acts: { send: "ask" } },
			verdict: (deed) => (sends.has(deed) ? "asked" : "free"),
		},
	];
}
