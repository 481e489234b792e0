/** Every rule, in the order of the sections. Written by `npm run rules` from what lies in rules/. */
import type { Rule } from '#audit/rule/rule.ts';
import { rule as rule_0006_2_1_ghost_header } from '#audit/rules/0006-2.1-ghost-header.ts';
import { rule as rule_0006_2_2_markdown_list } from '#audit/rules/0006-2.2-markdown-list.ts';
import { rule as rule_0006_2_2_semicolon_block } from '#audit/rules/0006-2.2-semicolon-block.ts';
import { rule as rule_0006_2_2_syntax } from '#audit/rules/0006-2.2-syntax.ts';
import { rule as rule_0006_2_3_deletion_before_load } from '#audit/rules/0006-2.3-deletion-before-load.ts';
import { rule as rule_0006_2_3_ghost_first } from '#audit/rules/0006-2.3-ghost-first.ts';
import { rule as rule_0006_2_3_memory_condition } from '#audit/rules/0006-2.3-memory-condition.ts';
import { rule as rule_0006_2_3_missing_steps } from '#audit/rules/0006-2.3-missing-steps.ts';
import { rule as rule_0006_2_3_priority_label } from '#audit/rules/0006-2.3-priority-label.ts';
import { rule as rule_0006_2_3_priority_order } from '#audit/rules/0006-2.3-priority-order.ts';
import { rule as rule_0006_2_3_record_ghost } from '#audit/rules/0006-2.3-record-ghost.ts';
import { rule as rule_0006_2_3_skippable } from '#audit/rules/0006-2.3-skippable.ts';
import { rule as rule_1_case_twins } from '#audit/rules/1-case-twins.ts';
import { rule as rule_1_conflict_copy } from '#audit/rules/1-conflict-copy.ts';
import { rule as rule_1_control_characters } from '#audit/rules/1-control-characters.ts';
import { rule as rule_1_hard_link } from '#audit/rules/1-hard-link.ts';
import { rule as rule_1_heading_twice } from '#audit/rules/1-heading-twice.ts';
import { rule as rule_1_hidden_characters } from '#audit/rules/1-hidden-characters.ts';
import { rule as rule_1_injection_careful } from '#audit/rules/1-injection-careful.ts';
import { rule as rule_1_injection_limit } from '#audit/rules/1-injection-limit.ts';
import { rule as rule_1_injection_total } from '#audit/rules/1-injection-total.ts';
import { rule as rule_1_leftover_temporary } from '#audit/rules/1-leftover-temporary.ts';
import { rule as rule_1_legacy_state } from '#audit/rules/1-legacy-state.ts';
import { rule as rule_1_line_ends } from '#audit/rules/1-line-ends.ts';
import { rule as rule_1_link } from '#audit/rules/1-link.ts';
import { rule as rule_1_memory_is_directory } from '#audit/rules/1-memory-is-directory.ts';
import { rule as rule_1_merge_conflict } from '#audit/rules/1-merge-conflict.ts';
import { rule as rule_1_named_file } from '#audit/rules/1-named-file.ts';
import { rule as rule_1_nul_byte } from '#audit/rules/1-nul-byte.ts';
import { rule as rule_1_odd_case } from '#audit/rules/1-odd-case.ts';
import { rule as rule_1_open_fence } from '#audit/rules/1-open-fence.ts';
import { rule as rule_1_placeholder_name } from '#audit/rules/1-placeholder-name.ts';
import { rule as rule_1_placeholders_left } from '#audit/rules/1-placeholders-left.ts';
import { rule as rule_1_readable } from '#audit/rules/1-readable.ts';
import { rule as rule_1_regular_file } from '#audit/rules/1-regular-file.ts';
import { rule as rule_1_same_paragraphs } from '#audit/rules/1-same-paragraphs.ts';
import { rule as rule_1_too_large } from '#audit/rules/1-too-large.ts';
import { rule as rule_1_utf8 } from '#audit/rules/1-utf8.ts';
import { rule as rule_2_1_capabilities } from '#audit/rules/2.1-capabilities.ts';
import { rule as rule_2_1_name } from '#audit/rules/2.1-name.ts';
import { rule as rule_2_1_placeholders } from '#audit/rules/2.1-placeholders.ts';
import { rule as rule_2_1_role } from '#audit/rules/2.1-role.ts';
import { rule as rule_2_1_soul_empty } from '#audit/rules/2.1-soul-empty.ts';
import { rule as rule_2_1_soul_exists } from '#audit/rules/2.1-soul-exists.ts';
import { rule as rule_2_1_soul_history } from '#audit/rules/2.1-soul-history.ts';
import { rule as rule_2_1_values } from '#audit/rules/2.1-values.ts';
import { rule as rule_2_2_agents_empty } from '#audit/rules/2.2-agents-empty.ts';
import { rule as rule_2_2_agents_exists } from '#audit/rules/2.2-agents-exists.ts';
import { rule as rule_2_2_duplicate_section } from '#audit/rules/2.2-duplicate-section.ts';
import { rule as rule_2_2_every_session } from '#audit/rules/2.2-every-session.ts';
import { rule as rule_2_2_external_empty } from '#audit/rules/2.2-external-empty.ts';
import { rule as rule_2_2_external_vs_internal } from '#audit/rules/2.2-external-vs-internal.ts';
import { rule as rule_2_2_first_run_content } from '#audit/rules/2.2-first-run-content.ts';
import { rule as rule_2_2_first_run } from '#audit/rules/2.2-first-run.ts';
import { rule as rule_2_2_lazy_loading } from '#audit/rules/2.2-lazy-loading.ts';
import { rule as rule_2_2_memory_content } from '#audit/rules/2.2-memory-content.ts';
import { rule as rule_2_2_memory_gate } from '#audit/rules/2.2-memory-gate.ts';
import { rule as rule_2_2_memory } from '#audit/rules/2.2-memory.ts';
import { rule as rule_2_2_no_permission } from '#audit/rules/2.2-no-permission.ts';
import { rule as rule_2_2_record_order } from '#audit/rules/2.2-record-order.ts';
import { rule as rule_2_2_safety_empty } from '#audit/rules/2.2-safety-empty.ts';
import { rule as rule_2_2_safety } from '#audit/rules/2.2-safety.ts';
import { rule as rule_2_2_startup_complete } from '#audit/rules/2.2-startup-complete.ts';
import { rule as rule_2_2_startup_order } from '#audit/rules/2.2-startup-order.ts';
import { rule as rule_2_2_stub } from '#audit/rules/2.2-stub.ts';
import { rule as rule_2_2_two_days } from '#audit/rules/2.2-two-days.ts';
import { rule as rule_2_3_name } from '#audit/rules/2.3-name.ts';
import { rule as rule_2_3_timezone_words } from '#audit/rules/2.3-timezone-words.ts';
import { rule as rule_2_3_timezone } from '#audit/rules/2.3-timezone.ts';
import { rule as rule_2_3_user_exists } from '#audit/rules/2.3-user-exists.ts';
import { rule as rule_2_4_dates } from '#audit/rules/2.4-dates.ts';
import { rule as rule_2_4_guess } from '#audit/rules/2.4-guess.ts';
import { rule as rule_2_4_lesson_link } from '#audit/rules/2.4-lesson-link.ts';
import { rule as rule_2_4_long } from '#audit/rules/2.4-long.ts';
import { rule as rule_2_4_memory_exists } from '#audit/rules/2.4-memory-exists.ts';
import { rule as rule_2_4_passing } from '#audit/rules/2.4-passing.ts';
import { rule as rule_2_4_transcript } from '#audit/rules/2.4-transcript.ts';
import { rule as rule_2_5_dated_suffix } from '#audit/rules/2.5-dated-suffix.ts';
import { rule as rule_2_5_day_name } from '#audit/rules/2.5-day-name.ts';
import { rule as rule_2_5_forged } from '#audit/rules/2.5-forged.ts';
import { rule as rule_2_5_future } from '#audit/rules/2.5-future.ts';
import { rule as rule_2_5_other_notes } from '#audit/rules/2.5-other-notes.ts';
import { rule as rule_2_5_sessions } from '#audit/rules/2.5-sessions.ts';
import { rule as rule_2_5_title_date } from '#audit/rules/2.5-title-date.ts';
import { rule as rule_2_5_title } from '#audit/rules/2.5-title.ts';
import { rule as rule_2_5_wrong_year } from '#audit/rules/2.5-wrong-year.ts';
import { rule as rule_2_6_bootstrap_copy } from '#audit/rules/2.6-bootstrap-copy.ts';
import { rule as rule_2_6_bootstrap_credential } from '#audit/rules/2.6-bootstrap-credential.ts';
import { rule as rule_2_6_bootstrap_document } from '#audit/rules/2.6-bootstrap-document.ts';
import { rule as rule_2_6_bootstrap_form } from '#audit/rules/2.6-bootstrap-form.ts';
import { rule as rule_2_6_bootstrap_in_history } from '#audit/rules/2.6-bootstrap-in-history.ts';
import { rule as rule_2_6_bootstrap_readded } from '#audit/rules/2.6-bootstrap-readded.ts';
import { rule as rule_2_6_bootstrap_tracked } from '#audit/rules/2.6-bootstrap-tracked.ts';
import { rule as rule_2_7_checklist } from '#audit/rules/2.7-checklist.ts';
import { rule as rule_2_7_short } from '#audit/rules/2.7-short.ts';
import { rule as rule_2_8_stock_tools } from '#audit/rules/2.8-stock-tools.ts';
import { rule as rule_2_9_duplicate_key } from '#audit/rules/2.9-duplicate-key.ts';
import { rule as rule_2_9_fraction } from '#audit/rules/2.9-fraction.ts';
import { rule as rule_2_9_implausible } from '#audit/rules/2.9-implausible.ts';
import { rule as rule_2_9_json } from '#audit/rules/2.9-json.ts';
import { rule as rule_2_9_last_checks_absent } from '#audit/rules/2.9-last-checks-absent.ts';
import { rule as rule_2_9_last_checks } from '#audit/rules/2.9-last-checks.ts';
import { rule as rule_2_9_milliseconds } from '#audit/rules/2.9-milliseconds.ts';
import { rule as rule_2_9_seconds } from '#audit/rules/2.9-seconds.ts';
import { rule as rule_2_9_zero } from '#audit/rules/2.9-zero.ts';
import { rule as rule_3_2_shared_rules } from '#audit/rules/3.2-shared-rules.ts';
import { rule as rule_4_injected_words } from '#audit/rules/4-injected-words.ts';
import { rule as rule_4_1_memory_copy_name } from '#audit/rules/4.1-memory-copy-name.ts';
import { rule as rule_4_1_memory_copy } from '#audit/rules/4.1-memory-copy.ts';
import { rule as rule_4_1_record_isolation } from '#audit/rules/4.1-record-isolation.ts';
import { rule as rule_4_2_labelled_credential } from '#audit/rules/4.2-labelled-credential.ts';
import { rule as rule_4_2_possible_credential } from '#audit/rules/4.2-possible-credential.ts';
import { rule as rule_4_2_provider_key } from '#audit/rules/4.2-provider-key.ts';
import { rule as rule_4_2_secret_in_history } from '#audit/rules/4.2-secret-in-history.ts';
import { rule as rule_4_3_bootstrap_left } from '#audit/rules/4.3-bootstrap-left.ts';
import { rule as rule_4_3_bootstrap_repurposed } from '#audit/rules/4.3-bootstrap-repurposed.ts';
import { rule as rule_4_4_ask_and_push } from '#audit/rules/4.4-ask-and-push.ts';
import { rule as rule_4_4_open_to_others } from '#audit/rules/4.4-open-to-others.ts';
import { rule as rule_4_4_push_hook } from '#audit/rules/4.4-push-hook.ts';
import { rule as rule_4_4_readable_by_others } from '#audit/rules/4.4-readable-by-others.ts';
import { rule as rule_4_4_sends_files } from '#audit/rules/4.4-sends-files.ts';
import { rule as rule_4_4_synced_folder } from '#audit/rules/4.4-synced-folder.ts';
import { rule as rule_4_4_workspace_open } from '#audit/rules/4.4-workspace-open.ts';
import { rule as rule_5_1_write_discipline } from '#audit/rules/5.1-write-discipline.ts';
import { rule as rule_5_2_rewritten } from '#audit/rules/5.2-rewritten.ts';
import { rule as rule_5_2_saved_over } from '#audit/rules/5.2-saved-over.ts';
import { rule as rule_5_2_unreviewed } from '#audit/rules/5.2-unreviewed.ts';
import { rule as rule_5_2_young_deleted } from '#audit/rules/5.2-young-deleted.ts';
import { rule as rule_5_3_curated } from '#audit/rules/5.3-curated.ts';
import { rule as rule_6_1_pending } from '#audit/rules/6.1-pending.ts';
import { rule as rule_6_1_uninitialised } from '#audit/rules/6.1-uninitialised.ts';
import { rule as rule_6_2_first_log } from '#audit/rules/6.2-first-log.ts';
import { rule as rule_6_2_memory_directory } from '#audit/rules/6.2-memory-directory.ts';
import { rule as rule_6_3_bootstrap_unusual } from '#audit/rules/6.3-bootstrap-unusual.ts';
import { rule as rule_6_3_record_chain } from '#audit/rules/6.3-record-chain.ts';
import { rule as rule_6_3_record_deletion } from '#audit/rules/6.3-record-deletion.ts';
import { rule as rule_host_hidden_characters } from '#audit/rules/host-hidden-characters.ts';
import { rule as rule_host_hook_sends } from '#audit/rules/host-hook-sends.ts';
import { rule as rule_host_injected_words } from '#audit/rules/host-injected-words.ts';
import { rule as rule_host_model_elsewhere } from '#audit/rules/host-model-elsewhere.ts';
import { rule as rule_host_server_elsewhere } from '#audit/rules/host-server-elsewhere.ts';
import { rule as rule_layout_bootstrap } from '#audit/rules/layout-bootstrap.ts';
import { rule as rule_layout_credential_scan } from '#audit/rules/layout-credential-scan.ts';
import { rule as rule_layout_nexus_config } from '#audit/rules/layout-nexus-config.ts';
import { rule as rule_layout_nexus_databases } from '#audit/rules/layout-nexus-databases.ts';
import { rule as rule_layout_nexus_identity } from '#audit/rules/layout-nexus-identity.ts';
import { rule as rule_layout_nexus_tree } from '#audit/rules/layout-nexus-tree.ts';
import { rule as rule_layout_osa_system } from '#audit/rules/layout-osa-system.ts';
import { rule as rule_layout_required } from '#audit/rules/layout-required.ts';
import { rule as rule_layout_template_left } from '#audit/rules/layout-template-left.ts';
import { rule as rule_yamo_allow_reason } from '#audit/rules/yamo-allow-reason.ts';
import { rule as rule_yamo_allow_unknown } from '#audit/rules/yamo-allow-unknown.ts';
import { rule as rule_yamo_allow_unused } from '#audit/rules/yamo-allow-unused.ts';

export const RULES: readonly Rule[] = [
  rule_0006_2_1_ghost_header,
  rule_0006_2_2_markdown_list,
  rule_0006_2_2_semicolon_block,
  rule_0006_2_2_syntax,
  rule_0006_2_3_deletion_before_load,
  rule_0006_2_3_ghost_first,
  rule_0006_2_3_memory_condition,
  rule_0006_2_3_missing_steps,
  rule_0006_2_3_priority_label,
  rule_0006_2_3_priority_order,
  rule_0006_2_3_record_ghost,
  rule_0006_2_3_skippable,
  rule_1_case_twins,
  rule_1_conflict_copy,
  rule_1_control_characters,
  rule_1_hard_link,
  rule_1_heading_twice,
  rule_1_hidden_characters,
  rule_1_injection_careful,
  rule_1_injection_limit,
  rule_1_injection_total,
  rule_1_leftover_temporary,
  rule_1_legacy_state,
  rule_1_line_ends,
  rule_1_link,
  rule_1_memory_is_directory,
  rule_1_merge_conflict,
  rule_1_named_file,
  rule_1_nul_byte,
  rule_1_odd_case,
  rule_1_open_fence,
  rule_1_placeholder_name,
  rule_1_placeholders_left,
  rule_1_readable,
  rule_1_regular_file,
  rule_1_same_paragraphs,
  rule_1_too_large,
  rule_1_utf8,
  rule_2_1_capabilities,
  rule_2_1_name,
  rule_2_1_placeholders,
  rule_2_1_role,
  rule_2_1_soul_empty,
  rule_2_1_soul_exists,
  rule_2_1_soul_history,
  rule_2_1_values,
  rule_2_2_agents_empty,
  rule_2_2_agents_exists,
  rule_2_2_duplicate_section,
  rule_2_2_every_session,
  rule_2_2_external_empty,
  rule_2_2_external_vs_internal,
  rule_2_2_first_run_content,
  rule_2_2_first_run,
  rule_2_2_lazy_loading,
  rule_2_2_memory_content,
  rule_2_2_memory_gate,
  rule_2_2_memory,
  rule_2_2_no_permission,
  rule_2_2_record_order,
  rule_2_2_safety_empty,
  rule_2_2_safety,
  rule_2_2_startup_complete,
  rule_2_2_startup_order,
  rule_2_2_stub,
  rule_2_2_two_days,
  rule_2_3_name,
  rule_2_3_timezone_words,
  rule_2_3_timezone,
  rule_2_3_user_exists,
  rule_2_4_dates,
  rule_2_4_guess,
  rule_2_4_lesson_link,
  rule_2_4_long,
  rule_2_4_memory_exists,
  rule_2_4_passing,
  rule_2_4_transcript,
  rule_2_5_dated_suffix,
  rule_2_5_day_name,
  rule_2_5_forged,
  rule_2_5_future,
  rule_2_5_other_notes,
  rule_2_5_sessions,
  rule_2_5_title_date,
  rule_2_5_title,
  rule_2_5_wrong_year,
  rule_2_6_bootstrap_copy,
  rule_2_6_bootstrap_credential,
  rule_2_6_bootstrap_document,
  rule_2_6_bootstrap_form,
  rule_2_6_bootstrap_in_history,
  rule_2_6_bootstrap_readded,
  rule_2_6_bootstrap_tracked,
  rule_2_7_checklist,
  rule_2_7_short,
  rule_2_8_stock_tools,
  rule_2_9_duplicate_key,
  rule_2_9_fraction,
  rule_2_9_implausible,
  rule_2_9_json,
  rule_2_9_last_checks_absent,
  rule_2_9_last_checks,
  rule_2_9_milliseconds,
  rule_2_9_seconds,
  rule_2_9_zero,
  rule_3_2_shared_rules,
  rule_4_injected_words,
  rule_4_1_memory_copy_name,
  rule_4_1_memory_copy,
  rule_4_1_record_isolation,
  rule_4_2_labelled_credential,
  rule_4_2_possible_credential,
  rule_4_2_provider_key,
  rule_4_2_secret_in_history,
  rule_4_3_bootstrap_left,
  rule_4_3_bootstrap_repurposed,
  rule_4_4_ask_and_push,
  rule_4_4_open_to_others,
  rule_4_4_push_hook,
  rule_4_4_readable_by_others,
  rule_4_4_sends_files,
  rule_4_4_synced_folder,
  rule_4_4_workspace_open,
  rule_5_1_write_discipline,
  rule_5_2_rewritten,
  rule_5_2_saved_over,
  rule_5_2_unreviewed,
  rule_5_2_young_deleted,
  rule_5_3_curated,
  rule_6_1_pending,
  rule_6_1_uninitialised,
  rule_6_2_first_log,
  rule_6_2_memory_directory,
  rule_6_3_bootstrap_unusual,
  rule_6_3_record_chain,
  rule_6_3_record_deletion,
  rule_host_hidden_characters,
  rule_host_hook_sends,
  rule_host_injected_words,
  rule_host_model_elsewhere,
  rule_host_server_elsewhere,
  rule_layout_bootstrap,
  rule_layout_credential_scan,
  rule_layout_nexus_config,
  rule_layout_nexus_databases,
  rule_layout_nexus_identity,
  rule_layout_nexus_tree,
  rule_layout_osa_system,
  rule_layout_required,
  rule_layout_template_left,
  rule_yamo_allow_reason,
  rule_yamo_allow_unknown,
  rule_yamo_allow_unused,
];
