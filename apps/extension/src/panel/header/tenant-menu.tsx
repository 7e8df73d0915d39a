import { Box, Menu, Spinner, Text } from "@chakra-ui/react";
import type { Tenant } from "@webhand/contracts/auth/account";
import type { TenantsView } from "../panel-props.ts";
import { tenantsText } from "../sign-in/words.ts";

type Props = { readonly tenants: TenantsView; readonly currentId: string; readonly onTenant: (tenant: Tenant) => void };

/** Where the user may work, with the role there and what a switch needs. A single tenant needs no menu. */
export function TenantMenu({ tenants, currentId, onTenant }: Props) {
	if (tenants.kind !== "ready")
		return (
			<Box px="3" py="1.5" textStyle="small" color="fg.quiet" role="status" borderBottomWidth="1px" borderColor="line.soft">
				{tenants.kind === "loading" ? <Spinner size="xs" me="2" /> : null}
				{tenantsText[tenants.kind]}
			</Box>
		);
	if (tenants.tenants.length < 2) return null;
	return (
		<Menu.RadioItemGroup
			value={currentId}
			pb="1"
			mb="1"
			borderBottomWidth="1px"
			borderColor="line.soft"
			onValueChange={({ value }) => {
				const chosen = tenants.tenants.find(({ tenantId }) => tenantId === value);
				if (chosen !== undefined && value !== currentId) onTenant(chosen);
			}}
		>
			<Menu.ItemGroupLabel textStyle="small" color="fg.quiet">
				{tenantsText.label}
			</Menu.ItemGroupLabel>
			{tenants.tenants.map((tenant) => (
				<Menu.RadioItem key={tenant.tenantId} value={tenant.tenantId} alignItems="start">
					<Menu.ItemIndicator />
					<Box as="span" minW="0">
						<Text as="span" display="block" fontWeight="medium" overflowWrap="anywhere">
							{tenant.name}
						</Text>
						<Text as="span" display="block" textStyle="small" color="fg.quiet">
							{factsOf(tenant)}
						</Text>
					</Box>
				</Menu.RadioItem>
			))}
		</Menu.RadioItemGroup>
	);
}

function factsOf({ kind, roles, signIn }: Tenant): string {
	return [kind === "user" ? tenantsText.own : roleName(roles), tenantsText.needs[signIn]].filter((fact) => fact !== "").join(" · ");
}

/** The highest role, as a word. */
export function roleName(roles: Tenant["roles"]): string {
	const highest = (["operator", "admin", "member"] as const).find((role) => roles.includes(role));
	return highest === undefined ? "" : tenantsText.role[highest];
}
