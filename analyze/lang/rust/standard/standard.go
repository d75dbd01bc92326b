// Package standard lists what types of the standard library of Rust have, and knows some of its traits.
//
// In: nothing, or the path of a trait. Out: the rows of lang.Language.Complete. Invariants: no member is left
// out, so that a member that is not listed is none.
package standard

import "strings"

// Complete returns the rows of Language.Complete: the members that types of the standard library lend.
func Complete() []string { return rows[:] }

// rows lists the members of types, methods of traits among them. A list is a slice or an array.
var rows = [...]string{
	`list():
		align_to align_to_mut align_to_uninit_mut array_windows as_array as_ascii as_ascii_unchecked as_bytes as_bytes_mut
		as_chunks as_chunks_mut as_chunks_unchecked as_chunks_unchecked_mut as_flattened as_flattened_mut as_mut as_mut_array
		as_mut_ptr as_mut_ptr_range as_mut_slice as_ptr as_ptr_range as_rchunks as_rchunks_mut as_ref as_simd as_simd_mut
		as_slice as_str as_utf8_pattern assume_init assume_init_drop assume_init_mut assume_init_ref binary_search
		binary_search_by binary_search_by_key borrow borrow_mut by_ref bytes chain chunk_by chunk_by_mut chunks chunks_exact
		chunks_exact_mut chunks_mut clamp clone clone_from clone_from_slice clone_into clone_to_uninit cmp concat connect
		consume contains copy_from_slice copy_within default each_mut each_ref element_offset ends_with eq
		eq_ignore_ascii_case escape_ascii fill fill_buf fill_with first first_chunk first_chunk_mut first_mut flush fmt from
		from_iter ge get get_disjoint_mut get_disjoint_unchecked_mut get_mut get_unchecked get_unchecked_mut gt has_data_left
		hash hash_slice index index_mut into into_array into_iter into_searcher into_vec is_ascii is_contained_in is_empty
		is_prefix_of is_read_vectored is_sorted is_sorted_by is_sorted_by_key is_suffix_of is_write_vectored iter iter_mut
		join last last_chunk last_chunk_mut last_mut le len lines lt make_ascii_lowercase make_ascii_uppercase map max min ne
		new_uninit_slice new_uninit_slice_in new_zeroed_slice new_zeroed_slice_in partial_cmp partial_sort_unstable
		partial_sort_unstable_by partial_sort_unstable_by_key partition_dedup partition_dedup_by partition_dedup_by_key
		partition_point rchunks rchunks_exact rchunks_exact_mut rchunks_mut read read_array read_buf read_buf_exact read_exact
		read_line read_to_end read_to_string read_until read_vectored repeat reverse rotate_left rotate_right rsplit
		rsplit_array_mut rsplit_array_ref rsplit_mut rsplit_once rsplitn rsplitn_mut select_nth_unstable
		select_nth_unstable_by select_nth_unstable_by_key shift_left shift_right skip_until sort sort_by sort_by_cached_key
		sort_by_key sort_floats sort_unstable sort_unstable_by sort_unstable_by_key split split_array_mut split_array_ref
		split_at split_at_checked split_at_mut split_at_mut_checked split_at_mut_unchecked split_at_unchecked split_first
		split_first_chunk split_first_chunk_mut split_first_mut split_inclusive split_inclusive_mut split_last
		split_last_chunk split_last_chunk_mut split_last_mut split_mut split_off split_off_first split_off_first_mut
		split_off_last split_off_last_mut split_off_mut split_once splitn splitn_mut starts_with strip_circumfix strip_prefix
		strip_prefix_of strip_suffix strip_suffix_of subslice_range swap swap_unchecked swap_with_slice take
		to_ascii_lowercase to_ascii_uppercase to_owned to_socket_addrs to_vec to_vec_in transpose trim_ascii trim_ascii_end
		trim_ascii_start trim_prefix trim_suffix try_from try_into try_map try_new_uninit_slice try_new_uninit_slice_in
		try_new_zeroed_slice try_new_zeroed_slice_in type_id utf8_chunks windows write write_all write_all_vectored
		write_clone_of_slice write_copy_of_slice write_filled write_fmt write_iter write_vectored write_with`,
	`Vec(list):
		allocator append as_non_null capacity clear const_make_global dedup dedup_by dedup_by_key deref deref_mut drain drop
		extend extend_from_slice extend_from_within extend_one extend_reserve extract_if from_fn from_parts from_parts_in
		from_raw_parts from_raw_parts_in insert insert_mut into_boxed_slice into_chunks into_flattened into_parts
		into_parts_with_alloc into_raw_parts into_raw_parts_with_alloc leak new new_in peek_mut pin_drop pop pop_if push
		push_mut push_within_capacity recycle remove reserve reserve_exact resize resize_with retain retain_mut set_len
		shrink_to shrink_to_fit spare_capacity_mut splice split_at_spare_mut swap_remove truncate try_remove try_reserve
		try_reserve_exact try_shrink_to try_shrink_to_fit try_with_capacity try_with_capacity_in with_capacity
		with_capacity_in`,
	`VecDeque():
		allocator append as_mut_slices as_slices back back_mut binary_search binary_search_by binary_search_by_key borrow
		borrow_mut by_ref bytes capacity chain clamp clear clone clone_from clone_into clone_to_uninit cmp consume contains
		default drain drop eq extend extend_from_within extend_front extend_one extend_reserve extract_if fill_buf flush fmt
		from from_iter front front_mut ge get get_mut gt has_data_left hash hash_slice index index_mut insert insert_mut into
		into_iter is_empty is_read_vectored is_write_vectored iter iter_mut le len lines lt make_contiguous max min ne new
		new_in partial_cmp partition_point pin_drop pop_back pop_back_if pop_front pop_front_if prepend prepend_from_within
		push_back push_back_mut push_front push_front_mut range range_mut read read_array read_buf read_buf_exact read_exact
		read_line read_to_end read_to_string read_until read_vectored remove reserve reserve_exact resize resize_with retain
		retain_mut rotate_left rotate_right shrink_to shrink_to_fit skip_until splice split split_off swap swap_remove_back
		swap_remove_front take to_owned truncate truncate_front try_from try_into try_reserve try_reserve_exact
		try_with_capacity type_id with_capacity with_capacity_in write write_all write_all_vectored write_fmt write_vectored`,
	`LinkedList():
		append back back_mut borrow borrow_mut clamp clear clone clone_from clone_into clone_to_uninit cmp contains
		cursor_back cursor_back_mut cursor_front cursor_front_mut default drop eq extend extend_one extend_reserve extract_if
		fmt from from_iter front front_mut ge gt hash hash_slice into into_iter is_empty iter iter_mut le len lt max min ne
		new new_in partial_cmp pin_drop pop_back pop_front push_back push_back_mut push_front push_front_mut remove retain
		split_off to_owned try_from try_into type_id`,
	`HashSet():
		bitand bitor bitxor borrow borrow_mut capacity clear clone clone_from clone_into clone_to_uninit contains default
		difference drain entry eq extend extend_one extend_reserve extract_if fmt from from_iter get get_or_insert
		get_or_insert_with hasher insert intersection into into_iter is_disjoint is_empty is_subset is_superset iter len ne
		new new_in remove replace reserve retain shrink_to shrink_to_fit sub symmetric_difference take to_owned try_from
		try_into try_reserve type_id union with_capacity with_capacity_and_hasher with_capacity_and_hasher_in with_capacity_in
		with_hasher with_hasher_in`,
	`BTreeSet():
		append bitand bitor bitxor borrow borrow_mut clamp clear clone clone_from clone_into clone_to_uninit cmp contains
		default difference entry eq extend extend_one extend_reserve extract_if first fmt from from_iter ge get get_or_insert
		get_or_insert_with gt hash hash_slice insert intersection into into_iter is_disjoint is_empty is_subset is_superset
		iter last le len lower_bound lower_bound_mut lt max min ne new new_in partial_cmp pop_first pop_last range remove
		replace retain split_off sub symmetric_difference take to_owned try_from try_into type_id union upper_bound
		upper_bound_mut`,
	`BinaryHeap():
		allocator append as_mut_slice as_slice borrow borrow_mut capacity clear clone clone_from clone_into clone_to_uninit
		default drain drain_sorted extend extend_one extend_reserve fmt from from_iter from_raw_vec into into_iter
		into_iter_sorted into_sorted_vec into_vec is_empty iter len new new_in peek peek_mut pop pop_if push reserve
		reserve_exact retain shrink_to shrink_to_fit to_owned try_from try_into try_reserve try_reserve_exact type_id
		with_capacity with_capacity_in`,
	`Option():
		and and_then as_deref as_deref_mut as_mut as_mut_slice as_pin_mut as_pin_ref as_ref as_slice borrow borrow_mut branch
		clamp clone clone_from clone_into clone_to_uninit cloned cmp copied default eq expect filter flatten flatten_mut
		flatten_ref fmt from from_iter from_output from_residual ge get_or_insert get_or_insert_default get_or_insert_with
		get_or_try_insert_with gt hash hash_slice insert inspect into into_flat_iter into_iter is_none is_none_or is_some
		is_some_and iter iter_mut le lt map map_or map_or_default map_or_else max min ne ok_or ok_or_else or or_else
		partial_cmp product reduce replace sum take take_if to_owned transpose try_from try_into type_id unwrap unwrap_or
		unwrap_or_default unwrap_or_else unwrap_unchecked unzip xor zip zip_with`,
	`HashMap():
		borrow borrow_mut capacity clear clone clone_from clone_into clone_to_uninit contains_key default drain entry eq
		extend extend_one extend_reserve extract_if fmt from from_iter get get_disjoint_mut get_disjoint_unchecked_mut
		get_key_value get_mut hasher index insert into into_iter into_keys into_values is_empty iter iter_mut keys len ne new
		new_in remove remove_entry reserve retain shrink_to shrink_to_fit to_owned try_from try_insert try_into try_reserve
		type_id values values_mut with_capacity with_capacity_and_hasher with_capacity_and_hasher_in with_capacity_in
		with_hasher with_hasher_in`,
	`BTreeMap():
		append borrow borrow_mut clamp clear clone clone_from clone_into clone_to_uninit cmp contains_key default drop entry
		eq extend extend_one extend_reserve extract_if first_entry first_key_value fmt from from_iter ge get get_key_value
		get_mut gt hash hash_slice index insert into into_iter into_keys into_values is_empty iter iter_mut keys last_entry
		last_key_value le len lower_bound lower_bound_mut lt max merge min ne new new_in partial_cmp pin_drop pop_first
		pop_last range range_mut remove remove_entry retain split_off to_owned try_from try_insert try_into type_id
		upper_bound upper_bound_mut values values_mut`,
	`str():
		add add_assign as_ascii as_ascii_unchecked as_bytes as_bytes_mut as_mut as_mut_ptr as_ptr as_ref as_str
		as_utf8_pattern borrow borrow_mut bytes ceil_char_boundary char_indices chars clone clone_from clone_into
		clone_to_uninit cmp concat contains default encode_utf16 ends_with eq eq_ignore_ascii_case escape_debug escape_default
		escape_unicode extend extend_one extend_reserve find floor_char_boundary fmt from from_iter from_utf8 from_utf8_mut
		from_utf8_unchecked from_utf8_unchecked_mut ge get get_mut get_unchecked get_unchecked_mut gt hash index index_mut
		into_boxed_bytes into_searcher into_string is_ascii is_char_boundary is_contained_in is_empty is_prefix_of
		is_suffix_of join le len lines lines_any lt make_ascii_lowercase make_ascii_uppercase match_indices matches ne parse
		partial_cmp repeat replace replacen rfind rmatch_indices rmatches rsplit rsplit_once rsplit_terminator rsplitn
		slice_mut_unchecked slice_unchecked split split_ascii_whitespace split_at split_at_checked split_at_mut
		split_at_mut_checked split_inclusive split_once split_terminator split_whitespace splitn starts_with strip_circumfix
		strip_prefix strip_prefix_of strip_suffix strip_suffix_of substr_range to_ascii_lowercase to_ascii_uppercase
		to_lowercase to_owned to_socket_addrs to_string to_uppercase trim trim_ascii trim_ascii_end trim_ascii_start trim_end
		trim_end_matches trim_left trim_left_matches trim_matches trim_prefix trim_right trim_right_matches trim_start
		trim_start_matches trim_suffix try_from type_id word_to_titlecase`,
	`String(str):
		as_mut_str as_mut_vec capacity clamp clear deref deref_mut drain extend_from_within from_raw_parts from_str from_utf16
		from_utf16_lossy from_utf16be from_utf16be_lossy from_utf16le from_utf16le_lossy from_utf8_lossy from_utf8_lossy_owned
		hash_slice insert insert_str into into_boxed_str into_bytes into_chars into_raw_parts leak max min new pop push
		push_str remove remove_matches replace_first replace_last replace_range reserve reserve_exact retain shrink_to
		shrink_to_fit split_off truncate try_into try_reserve try_reserve_exact try_with_capacity with_capacity write_char
		write_fmt write_str`,
	`Path():
		absolute ancestors as_mut_os_str as_os_str as_path as_ref borrow borrow_mut canonicalize clone clone_from clone_into
		clone_to_uninit cmp components display ends_with eq exists extension file_name file_prefix file_stem fmt from ge gt
		has_root has_trailing_sep hash into_iter into_path_buf is_absolute is_dir is_empty is_file is_relative is_symlink iter
		join le lt metadata ne new normalize_lexically parent partial_cmp read_dir read_link starts_with strip_prefix
		symlink_metadata to_owned to_path_buf to_str to_string_lossy trim_prefix trim_trailing_sep try_exists type_id
		with_added_extension with_extension with_file_name with_trailing_sep`,
	`PathBuf(Path):
		add_extension as_mut_os_string capacity clamp clear default deref deref_mut extend extend_one extend_reserve from_iter
		from_str hash_slice into into_boxed_path into_os_string into_string leak max min pop pop_trailing_sep push
		push_trailing_sep reserve reserve_exact set_extension set_file_name set_trailing_sep shrink_to shrink_to_fit try_from
		try_into try_reserve try_reserve_exact with_capacity`,
	`OsStr():
		as_bytes as_encoded_bytes as_os_str as_ref borrow borrow_mut clone clone_from clone_into clone_to_uninit cmp default
		display encode_wide eq eq_ignore_ascii_case extend extend_one extend_reserve fmt from from_bytes
		from_encoded_bytes_unchecked from_iter ge gt hash into_os_string is_ascii is_empty join le len lt make_ascii_lowercase
		make_ascii_uppercase ne new partial_cmp slice_encoded_bytes split_at split_at_checked to_ascii_lowercase
		to_ascii_uppercase to_os_string to_owned to_str to_string_lossy try_from type_id`,
	`OsString(OsStr):
		capacity clamp clear deref deref_mut from_str from_vec from_wide hash_slice index index_mut into into_boxed_os_str
		into_encoded_bytes into_string into_vec leak max min push reserve reserve_exact shrink_to shrink_to_fit truncate
		try_into try_reserve try_reserve_exact with_capacity write_char write_fmt write_str`,
	`CStr():
		as_c_str as_ptr as_ref borrow borrow_mut bytes clone clone_from clone_into clone_to_uninit cmp count_bytes default
		display eq fmt from from_bytes_until_nul from_bytes_with_nul from_bytes_with_nul_unchecked from_ptr ge gt hash index
		into_c_string is_empty le lt ne partial_cmp to_bytes to_bytes_with_nul to_owned to_str to_string_lossy type_id`,
	`CString(CStr):
		as_bytes as_bytes_with_nul clamp deref drop from_raw from_str from_vec_unchecked from_vec_with_nul
		from_vec_with_nul_unchecked hash_slice into into_boxed_c_str into_bytes into_bytes_with_nul into_raw into_string max
		min new pin_drop try_from try_into`,
}

// IsMarker reports whether a bound of that name has no members.
func IsMarker(name string) bool {
	switch name {
	case "Send", "Sync", "Unpin", "Sized", "Copy", "UnwindSafe", "RefUnwindSafe", "Freeze", "PhantomPinned",
		"Debug", "Clone", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash":
		return true
	}
	return false
}

// IsDefault reports whether a path names the trait of the standard library whose function is called for
// the type that is expected at its place.
func IsDefault(path string) bool {
	return path == "Default" || path == "std::default::Default" || path == "core::default::Default"
}

// IsIterator reports whether a path is that of a trait of the standard library whose Item is what it yields.
func IsIterator(path string) bool {
	switch path[strings.LastIndexByte(path, ':')+1:] {
	case "Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator", "Stream":
		return true
	}
	return false
}
