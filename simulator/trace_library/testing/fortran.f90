! Both modules, and the old include file's interface: two ranks send to each other and add.
subroutine with_f08()
  use mpi_f08
  integer :: rank, numbers(10), got(10)
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  numbers = rank
  call MPI_Isend(numbers, 10, MPI_INTEGER, 1 - rank, 3, MPI_COMM_WORLD, requests(1))
  call MPI_Irecv(got, 10, MPI_INTEGER, 1 - rank, 3, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Sendrecv(numbers, 2, MPI_INTEGER, 1 - rank, 4, got, 10, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, &
                    MPI_COMM_WORLD, status)
  if (status%MPI_SOURCE /= 1 - rank) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_Allreduce(MPI_IN_PLACE, numbers, 10, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (numbers(1) /= 1) call MPI_Abort(MPI_COMM_WORLD, 2)
end subroutine

subroutine with_module()
  use mpi
  integer :: ierror, half, rank, numbers(4)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
  numbers = rank
  call MPI_COMM_SPLIT(MPI_COMM_WORLD, rank, 0, half, ierror)
  call MPI_BCAST(numbers, 4, MPI_INTEGER, 0, half, ierror)
  call MPI_COMM_FREE(half, ierror)
end subroutine

subroutine with_include()
  implicit none
  include 'mpif.h'
  integer :: ierror, rank, request, flag
  double precision :: number
  integer :: status(MPI_STATUS_SIZE)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
  number = 1
  if (rank == 0) then
    call MPI_SEND(number, 1, MPI_DOUBLE_PRECISION, 1, 5, MPI_COMM_WORLD, ierror)
  else
    call MPI_RECV_INIT(number, 1, MPI_DOUBLE_PRECISION, 0, 5, MPI_COMM_WORLD, request, ierror)
    call MPI_START(request, ierror)
    call MPI_WAIT(request, status, ierror)
    call MPI_REQUEST_FREE(request, ierror)
  end if
  call MPI_BARRIER(MPI_COMM_WORLD, ierror)
end subroutine

program traced
  use mpi_f08
  integer :: provided
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided)
  call with_f08()
  call with_module()
  call with_include()
  call MPI_Finalize()
end program
