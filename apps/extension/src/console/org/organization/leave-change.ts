import { removeMemberRoute } from "@webhand/contracts/auth/orgs";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { organizationText } from "../words.ts";

type Leaving = {
	readonly orgId: OrgId;
	readonly userId: UserId;
	/** Of the organization. */
	readonly name: string;
};

/** Leaves an organization, after a question that names it. Its sign-ins end with it. */
export function leaveChange(api: SignedInApi, { orgId, userId, name }: Leaving): Change {
	const text = organizationText.own;
	return {
		title: text.leaveTitle(name),
		lead: text.leaveEffect(name),
		confirm: text.leaveConfirm,
		isHarmful: true,
		act: async () => {
			await api.call(removeMemberRoute, { params: { orgId, userId } });
			return text.left(name);
		},
	};
}
