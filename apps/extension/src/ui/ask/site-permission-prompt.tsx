import { Button, HStack } from "@chakra-ui/react";
import { text } from "../../text/en.ts";
import { AskCard } from "./ask-card.tsx";

type Props = {
	readonly domain: string;
	readonly isWithheld: boolean;
	readonly isBusy: boolean;
	readonly onGrant: (scope: "task" | "always") => void;
	readonly onChromeGrant: () => void;
	readonly onDeny: () => void;
};

/** Before the first look at a site: this task, always, or no (spec 003, permission for each site). */
export function SitePermissionPrompt({ domain, isWithheld, isBusy, onGrant, onChromeGrant, onDeny }: Props) {
	const title = isWithheld ? text.ask.withheldTitle(domain) : text.ask.siteTitle(domain);
	return (
		<AskCard title={title} text={isWithheld ? text.ask.withheldText : text.ask.siteText} about={title}>
			<HStack wrap="wrap">
				{isWithheld ? (
					<Button size="sm" colorPalette="blue" loading={isBusy} aria-label={text.ask.withheldAllow} onClick={onChromeGrant}>
						{text.ask.withheldAllow}
					</Button>
				) : (
					<>
						<Button size="sm" colorPalette="blue" loading={isBusy} aria-label={text.ask.siteTask} onClick={() => onGrant("task")}>
							{text.ask.siteTask}
						</Button>
						<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={() => onGrant("always")}>
							{text.ask.siteAlways}
						</Button>
					</>
				)}
				<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={onDeny}>
					{text.ask.siteNo}
				</Button>
			</HStack>
		</AskCard>
	);
}
