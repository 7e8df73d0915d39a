import { allowDomainRoute } from "@webhand/contracts/knowledge/domains";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { knowledgeText } from "../words.ts";

const text = knowledgeText.domains;

/** Allows the domain of a document or a page. */
export function allowChange(api: PageApi, pattern: string, onAllowed: () => void): Change {
	return {
		title: text.allowTitle(pattern),
		lead: text.allowEffect,
		confirm: text.allow,
		act: async () => {
			const { domains } = await api.call(allowDomainRoute, { body: { pattern } });
			onAllowed();
			return text.allowed(domains.map((domain) => domain.pattern));
		},
	};
}
