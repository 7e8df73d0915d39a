import { Button, Text } from "@chakra-ui/react";
import { useState } from "react";
import { CopyIcon, CrossIcon } from "../../kit/icons.tsx";
import { text } from "../words.ts";

/** Copies a link to the task for the organization; once copied, it can be taken back. */
export function ShareLink({ onShare }: { readonly onShare: (isWanted: boolean) => Promise<boolean> }) {
	const [isShared, setIsShared] = useState(false);
	const [isBusy, setIsBusy] = useState(false);
	const change = () => {
		setIsBusy(true);
		void onShare(!isShared).then((worked) => {
			if (worked) setIsShared(!isShared);
			setIsBusy(false);
		});
	};
	return (
		<>
			<Text role="status" textStyle="small" color="fg.quiet" px="1.5" _empty={{ display: "none" }}>
				{isShared ? text.task.copied : ""}
			</Text>
			<Button size="2xs" h="7" px="1.5" variant="ghost" title={text.task.copyLinkHint} disabled={isBusy} onClick={change}>
				{isShared ? <CrossIcon boxSize="3.5" /> : <CopyIcon boxSize="3.5" />}
				{isShared ? text.task.stopSharing : text.task.copyLink}
			</Button>
		</>
	);
}
