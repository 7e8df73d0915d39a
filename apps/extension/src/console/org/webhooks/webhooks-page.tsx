import { WebhookId } from "@webhand/contracts/ids";

import type { PageProps } from "../../page-props.ts";
import { DeliveryLogPage } from "./delivery-log-page.tsx";
import { WebhookListPage } from "./webhook-list-page.tsx";

/** `/webhooks` lists webhooks; `/webhooks/<id>` is the log of one. */
export function WebhooksPage(props: PageProps) {
	const id = WebhookId.safeParse(props.place.parts[0]);
	return id.success ? <DeliveryLogPage key={id.data} {...props} id={id.data} /> : <WebhookListPage {...props} />;
}
