import type { Account } from "@webhand/contracts/auth/people";
import { changeAccountRoute, resetLinkRoute } from "@webhand/contracts/auth/people";
import type { BodyOf } from "@webhand/contracts/routes";
import type { Pages } from "../../../kit/load/use-pages.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import type { OnceLink } from "../../kit/link-once.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { hostText } from "../words.ts";

type Around = {
	readonly api: SignedInApi;
	readonly ask: (change: Change) => void;
	readonly edit: Pages<Account>["edit"];
	readonly onLink: (link: OnceLink) => void;
};

const text = hostText.people;

/** What an operator can do with an account. Each change asks first; the row shows what the server answered. */
export function accountActions({ api, ask, edit, onLink }: Around): (account: Account) => readonly RowAction[] {
	return ({ id, name, email, status, operator, hasSecondFactor }) => {
		const action = (label: string, change: Change): RowAction => ({
			label,
			isHarmful: change.isHarmful === true,
			onChoose: () => ask(change),
		});
		const change = async (body: BodyOf<typeof changeAccountRoute>, done: (name: string) => string) => {
			const { user } = await api.call(changeAccountRoute, { params: { id }, body });
			edit((rows) => rows.map((row) => (row.id === id ? user : row)));
			return done(name);
		};
		const reset = action(text.reset, {
			title: text.resetTitle(name),
			lead: text.resetEffect,
			confirm: text.confirm.reset,
			act: async () => {
				const { link, expiresAt } = await api.call(resetLinkRoute, { params: { id } });
				onLink({ title: text.linkTitle(email), link, expiresAt });
				return text.done.reset(name);
			},
		});
		const removeFactor = action(text.removeFactor, {
			title: text.removeFactorTitle(name),
			lead: text.removeFactorEffect(name),
			confirm: text.confirm.removeFactor,
			isHarmful: true,
			act: () => change({ secondFactor: "remove" }, text.done.noFactor),
		});
		const disable = action(text.disable, {
			title: text.disableTitle(name),
			lead: text.disableEffect(name),
			confirm: text.confirm.disable,
			isHarmful: true,
			act: () => change({ status: "disabled" }, text.done.disabled),
		});
		const enable = action(text.enable, {
			title: text.enableTitle(name),
			lead: text.enableEffect(name),
			confirm: text.confirm.enable,
			act: () => change({ status: "active" }, text.done.enabled),
		});
		const makeOperator = action(text.makeOperator, {
			title: text.makeOperatorTitle(name),
			lead: text.makeOperatorEffect(name),
			confirm: text.confirm.makeOperator,
			act: () => change({ operator: true }, text.done.operator),
		});
		const unmakeOperator = action(text.unmakeOperator, {
			title: text.unmakeOperatorTitle(name),
			lead: text.unmakeOperatorEffect(name),
			confirm: text.confirm.unmakeOperator,
			isHarmful: true,
			act: () => change({ operator: false }, text.done.noOperator),
		});
		return [
			reset,
			...(hasSecondFactor ? [removeFactor] : []),
			operator ? unmakeOperator : makeOperator,
			status === "active" ? disable : enable,
		];
	};
}
