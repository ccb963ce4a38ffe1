// How programs with MPI behave under the address sanitizer, wherever they are started. Empty in other builds.
#ifdef __SANITIZE_ADDRESS__

// Interposers are loaded before the sanitizer's library; they allocate nothing before main.
// Leaks of memory are not looked for: MPI libraries keep much until the process ends, and unload their components in
// MPI_Finalize, so that nothing tells whose it was. Handles that are not freed are counted by libmpigauge_handles.so,
// and what has no MPI is looked at whole.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "verify_asan_link_order=0:detect_leaks=0"; }

#endif
