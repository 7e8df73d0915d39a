import type { ApiKey } from "@webhand/contracts/auth/api-keys";
import type { KeyScope } from "@webhand/contracts/ids";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** The page API keys, and what the page Service accounts shares with it. */
export const apiKeysText = inLanguage(german.apiKeysText, {
	title: "API keys",
	lead: "A program of yours can call Webhand with a key. It acts as you in the organization that you work in now, with your role, and only as far as the key says.",
	notAllowed: "Your organization lets only admins have API keys. An admin can make one for a service account.",
	form: "Make a key",
	name: "Name",
	nameHint: "What it is for, such as Nightly report.",
	may: "It may",
	scopes: {
		"routines:run": "Run routines",
		"routines:read": "Read routines and their runs",
		"tasks:run": "Run tasks",
		"knowledge:read": "Read knowledge",
		"usage:read": "Read usage",
	} satisfies Record<KeyScope, string>,
	scopeHints: {
		"routines:run": "Start and stop runs of routines, and read their results. A browser of yours does them.",
		"routines:read": "Without starting any.",
		"tasks:run": "Send pages and carry out what Webhand decides on them. It also answers Webhand's questions in your place.",
		"knowledge:read": "What your organization's documents say about a page. Lists of documents need an admin.",
		"usage:read": "Needs an admin.",
	} satisfies Record<KeyScope, string>,
	short: {
		"routines:run": "run routines",
		"routines:read": "read routines",
		"tasks:run": "run tasks",
		"knowledge:read": "read knowledge",
		"usage:read": "read usage",
	} satisfies Record<KeyScope, string>,
	noScope: "Choose at least one.",
	days: "Ends after",
	dayCount: (days: number) => (days === 365 ? "1 year" : `${days} days`),
	addresses: "Only from these addresses",
	addressesHint: "One a line, such as 203.0.113.7 or 10.0.0.0/8. Empty: from everywhere.",
	make: "Make the key",
	caption: "API keys, newest first",
	columns: { name: "Key", owner: "Whose", may: "It may", status: "State", used: "Last use", until: "Ends", actions: "Actions" },
	statuses: { active: "Active", expired: "Expired", revoked: "Revoked" } satisfies Record<ApiKey["status"], string>,
	never: "never",
	from: (addresses: readonly string[]) => `only from ${addresses.join(", ")}`,
	revoke: "Revoke",
	revokeOf: (name: string) => `Revoke ${name}`,
	revokeTitle: (name: string) => `Revoke ${name}?`,
	revokeEffect: "What uses this key is refused with its next request. A revoked key cannot be brought back.",
	revokeConfirm: "Revoke the key",
	revoked: (name: string) => `${name} is revoked.`,
	empty: "There is no key yet.",
	emptyHint: "Make one above. It is shown once.",
	once: {
		title: (name: string) => `The key ${name} is made`,
		lead: "Copy it now: it is shown this once. Keep it like a password, and never put it into an address.",
		key: "API key",
		copyKey: "Copy the key",
		copy: "Copy",
		hide: "I have it",
	},
});
